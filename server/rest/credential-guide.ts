/** What the reference says of using a delivered credential: plain data, so that the page only renders. */
import { ipUrl } from '#server/kernel/ip-url.ts';
import { entryPointLimits } from '#server/kernel/limits.ts';
import { type Refusal, refusals } from '#server/kernel/refusals.ts';
import { curlLines } from '#server/plugins/proxies/rules.ts';

const { handshakeSeconds, connectSeconds, idleSeconds, tunnelsPerProxy, failureSeconds, headBytes } = entryPointLimits;

/** Texts may hold `code` in backticks. */
export interface CredentialGuide {
  /** Paragraphs. */
  readonly introduction: readonly string[];
  readonly lines: readonly { readonly title: string; readonly code: string }[];
  /** What the answer to those lines tells, as paragraphs. */
  readonly check: readonly string[];
  /** `socks5` is the reply of RFC 1928, or what happens instead of one. */
  readonly refusals: readonly { readonly meaning: string; readonly socks5: string; readonly http: string }[];
  readonly limits: readonly { readonly limit: string; readonly value: string }[];
}

/** @param siteUrl without a trailing slash. */
export function credentialGuide(siteUrl: string, entryPoint: { host: string; port: number }): CredentialGuide {
  const checkUrl = ipUrl(siteUrl);
  const lines = curlLines({ ...entryPoint, username: 'USERNAME', password: 'PASSWORD' }, checkUrl);
  return {
    introduction: [
      'Every proxy of an account is reached through the same entry point, `host` and `port` of the answer. The `username` says which proxy ' +
        'is meant, and the traffic leaves from the exit address of that proxy and from no other: where that one is out of service, the ' +
        'connection is refused.',
      'One port speaks both SOCKS5 (with username and password; CONNECT only) and HTTP (CONNECT for any protocol, and plain `http://` ' +
        'requests, with Basic proxy authentication). Names are best left to the entry point to resolve, as these lines do.',
    ],
    lines: [
      { title: 'SOCKS5', code: lines.socks5 },
      { title: 'HTTP', code: lines.http },
    ],
    check: [
      `\`${checkUrl}\` answers the address that a request comes from, as text, or as JSON with \`?format=json\`. Through a proxy that is its ` +
        'exit address. The client area does the same for you: choose Use at a proxy on the tab Resale, then Check.',
      'A reset password is refused at once, and so is a proxy that has expired; connections that are open under it are cut.',
    ],
    refusals: (Object.keys(refusals) as Refusal[]).map((reason) => ({
      meaning: refusals[reason].text,
      socks5: reason === 'not_authenticated' ? 'login refused' : String(refusals[reason].socksReply ?? '—'),
      http: String(refusals[reason].http?.status ?? '—'),
    })),
    limits: [
      { limit: 'Handshake, from the connection to the last byte of the request', value: `${handshakeSeconds} seconds` },
      { limit: 'Connecting to the target, its name included', value: `${connectSeconds} seconds` },
      { limit: 'Open connection through which nothing passes', value: `closed after ${idleSeconds / 60} minutes` },
      { limit: 'Open connections of one proxy', value: String(tunnelsPerProxy) },
      { limit: 'A login that fails', value: `answered after ${failureSeconds} seconds` },
      { limit: 'Head of an HTTP request', value: `${headBytes / 1_024} KB` },
      { limit: 'Mail (SMTP) ports', value: 'refused' },
      { limit: 'Private, local and reserved networks, also by a name that leads there', value: 'refused' },
    ],
  };
}
