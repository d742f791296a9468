/** `GET /api/ip`: the address that the site sees, by which anybody checks a proxy (specification section 1). */
import ipaddr from 'ipaddr.js';
import { IP_PATH } from '../kernel/ip-url.ts';

/** What is answered, whichever HTTP stack carries it. */
export interface IpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** True where a request target (path and query) asks for the address. */
export function isIpPath(target: string): boolean {
  return target === IP_PATH || target.startsWith(`${IP_PATH}?`);
}

/**
 * The answer to a request for the address: text with a line break, or JSON with `?format=json`. To HEAD,
 * its headers alone are to be sent.
 * @param target path and query, as the client wrote them.
 * @param clientAddress as the server knows it; where it is no address the answer is 503, for a wrong one would mislead.
 */
export function answerIp(method: string, target: string, clientAddress: string): IpAnswer {
  if (method !== 'GET' && method !== 'HEAD') return text(405, 'Use GET.', { Allow: 'GET, HEAD' });
  const format = new URLSearchParams(target.split('?', 2)[1]).get('format');
  if (format !== null && format !== 'json') {
    return text(400, 'There is no such format. Leave it out for plain text, or give format=json.');
  }
  if (!ipaddr.isValid(clientAddress)) {
    return text(503, 'The site was not told your address: it runs behind a server that it does not know of (TRUSTED_PROXIES).');
  }
  // IPv4 over an IPv6 socket is shown as IPv4.
  const ip = ipaddr.process(clientAddress).toString();
  return format === 'json' ? answer(200, 'application/json; charset=utf-8', JSON.stringify({ ip })) : text(200, ip);
}

function text(status: number, line: string, more: Readonly<Record<string, string>> = {}): IpAnswer {
  return answer(status, 'text/plain; charset=utf-8', `${line}\n`, more);
}

function answer(status: number, contentType: string, body: string, more: Readonly<Record<string, string>> = {}): IpAnswer {
  return {
    status,
    // Pages of any site may read it: it says nothing but what their own server would see.
    headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*', ...more },
    body,
  };
}
