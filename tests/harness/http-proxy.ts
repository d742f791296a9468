/** The messages of an HTTP client to a proxy, as bytes (RFC 9110, section 9.3.6; RFC 9112, section 3.2.2; RFC 7617). */
import type { Login } from './socks5.ts';
import { Wire } from './wire.ts';

/** The header by which a client names itself, without its line end. */
export function proxyAuthorization({ username, password }: Login): string {
  return `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The head of a request: its first line, header lines, an empty line. */
export function head(line: string, ...headers: string[]): string {
  return [line, ...headers, '', ''].join('\r\n');
}

/** A CONNECT of a client that has a credential. */
export function connect(who: Login, authority: string, ...headers: string[]): string {
  return head(`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, proxyAuthorization(who), ...headers);
}

export interface Answer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Reads the head of an answer. */
export function answerOf(text: string): Answer {
  const [line = '', ...rest] = text.trimEnd().split('\r\n');
  const fields = rest.map(
    (one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()] as const,
  );
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]), headers: new Map(fields) };
}

/** Opens a tunnel. @throws Error where it is refused. */
export async function connectTunnel(port: number, who: Login, authority: string, from?: string): Promise<Wire> {
  const wire = await Wire.open(port, from);
  wire.send(connect(who, authority));
  const { status } = answerOf(await wire.takeHead());
  if (status === 200) return wire;
  wire.close();
  throw new Error(`the entry point answered ${status}`);
}

/** Sends a request as it is and reads until the entry point closes. @returns its answer, with the body. */
export async function exchange(port: number, request: string | Uint8Array): Promise<Answer & { readonly body: string }> {
  const wire = await Wire.open(port);
  try {
    wire.send(request);
    const answer = answerOf(await wire.takeHead());
    const { bytes } = await wire.takeRest();
    return { ...answer, body: bytes.toString('latin1') };
  } finally {
    wire.close();
  }
}
