/** How the entry point turns an HTTP client away (RFC 9110, section 15; RFC 9209 for Proxy-Status). */
import { STATUS_CODES } from 'node:http';
import { type Refusal, refusals } from '#server/kernel/refusals.ts';

/**
 * @param text for the body, where something better than the table's can be said; null leaves the body
 * out, as an answer to HEAD has to.
 */
export function refusalAnswer(reason: Refusal, text: string | null = refusals[reason].text): Buffer {
  const { http, text: standard } = refusals[reason];
  const { status, error } = http ?? { status: 400, error: 'http_request_error' };
  const body = `${text ?? standard}\n`;
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="proxy", charset="UTF-8"\r\n' : '';
  const head =
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
    challenge +
    'Content-Type: text/plain; charset=utf-8\r\n' +
    `Content-Length: ${Buffer.byteLength(body)}\r\n` +
    'Connection: close\r\n' +
    'Cache-Control: no-store\r\n' +
    `Proxy-Status: isp-proxy; error=${error}\r\n\r\n`;
  return Buffer.from(text === null ? head : head + body);
}
