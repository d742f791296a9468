/**
 * A client of the REST API that takes nothing for granted: it reads raw bytes, and checks every answer against the published contract
 * before a test sees it.
 */
import http from 'node:http';
import net from 'node:net';
import { expect } from 'vitest';
import { API_BASE_PATH } from '#server/kernel/api-path.ts';
import { idempotencyKeyForm, limits } from '#server/kernel/limits.ts';
import { operations, refusalSchema, refusalsElsewhere, statusesOf } from '#server/rest/contract.ts';

/** A request as a test writes it. */
export interface ApiRequest {
  readonly method?: string;
  /** With the query, exactly as it goes over the wire. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /** Source address on the loopback network; a fresh one by default, so that nobody's requests count for another test's. */
  readonly from?: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset. */
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly reset: number };
}

/** Whatever begins lower, tests give to sites and to what they sell. */
const FIRST_SOURCE = 32;
let sources = 0;

/** An address that no other test uses: each file of tests is a worker's of its own. All of 127.0.0.0/8 is this machine's. */
export function freshSource(): string {
  sources += 1;
  const network = FIRST_SOURCE + (Number(process.env.VITEST_WORKER_ID ?? 0) % (255 - FIRST_SOURCE));
  return `127.${network}.${Math.floor(sources / 250) % 256}.${1 + (sources % 250)}`;
}

/** Sends a request and checks its answer against the contract. */
export async function call(site: { port: number }, request: ApiRequest): Promise<ApiAnswer> {
  const { status, headers, text } = await send(site, request);
  const method = request.method ?? 'GET';
  const answer = published({ status, headers, text }, { method, path: request.path });
  expect(headers['idempotency-key']).toBe(namedBy(request));
  return answer;
}

/** The idempotency key that the answer to a request names (decision 241). */
function namedBy({ path, headers = {} }: ApiRequest): string | undefined {
  const key = Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
  const { pathname } = new URL(path, 'http://site.example');
  return pathname === `${API_BASE_PATH}/buy` && typeof key === 'string' && idempotencyKeyForm.test(key) ? key : undefined;
}

/** Sends a request without a look at what comes back. */
export function send(
  { port }: { port: number },
  { method = 'GET', path, headers = {}, body, from = freshSource() }: ApiRequest,
): Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      host: '127.0.0.1',
      port,
      localAddress: from,
      method,
      path,
      headers: headers as http.OutgoingHttpHeaders,
      agent: false,
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    // Node announces the body of a POST by itself, and forgets to for other methods.
    if (body !== undefined && !request.hasHeader('Transfer-Encoding'))
      request.setHeader('Content-Length', Buffer.byteLength(body));
    request.end(body);
  });
}

/** Sends bytes as they are and reads until the server closes. @returns the bytes that came back, as Latin-1 text. */
export function sendBytes({ port }: { port: number }, bytes: string | Uint8Array, from = freshSource()): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port, localAddress: from });
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.once('close', () => resolve(received));
    // A server that closes while bytes are still on their way resets the connection; what it said before counts.
    socket.once('error', (error) => (received === '' ? reject(error) : resolve(received)));
    socket.write(bytes);
  });
}

/** The last answer among raw bytes that came back, checked against the contract. */
export function parsedAnswer(received: string, request: { method: string; path: string }): ApiAnswer {
  const start = received.lastIndexOf('HTTP/1.1 ');
  const [head = '', text = ''] = received.slice(start).split('\r\n\r\n', 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return published({ status: Number(statusLine.split(' ')[1]), headers, text }, request);
}

/** Checks what every answer promises (decisions 4 and 5), and that body and status are published for this route. */
export function published(
  { status, headers, text }: { status: number; headers: http.IncomingHttpHeaders; text: string },
  { method, path }: { method: string; path: string },
): ApiAnswer {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  const rateLimit = {
    limit: integer(headers['ratelimit-limit']),
    remaining: integer(headers['ratelimit-remaining']),
    reset: integer(headers['ratelimit-reset']),
  };
  expect([limits.requestsPerMinutePerKey, limits.requestsPerMinutePerAddress]).toContain(rateLimit.limit);
  expect(rateLimit.remaining).toBeLessThan(rateLimit.limit);
  expect(rateLimit.reset).toBeGreaterThanOrEqual(1);
  expect(rateLimit.reset).toBeLessThanOrEqual(limits.rateWindowSeconds);
  // HEAD has headers alone.
  if (method === 'HEAD') return { status, headers, body: {}, rateLimit };
  const body = JSON.parse(text) as Record<string, unknown>;
  const operation = operations.find((one) => one.path === path.split('?')[0]);
  if (body.ok === true) {
    const outcome = operation?.outcomes.find((one) => one.status === status);
    expect(outcome, `${method} ${path} has no published ${status}`).toBeDefined();
    outcome?.schema.strict().parse(body);
    for (const [name, value] of Object.entries(outcome?.headers ?? {})) expect(headers[name.toLowerCase()]).toBe(value);
  } else {
    const code = String(body.code);
    expect([...(operation?.refusals ?? ['rate_limited', 'server_error']), ...refusalsElsewhere]).toContain(code);
    refusalSchema(code).strict().parse(body);
    expect(statusesOf(code)).toContain(status);
    expect(headers.allow !== undefined).toBe(status === 405);
    expect(headers['www-authenticate'] !== undefined).toBe(status === 401);
    expect(headers['retry-after'] !== undefined).toBe(status === 429);
  }
  return { status, headers, body, rateLimit };
}

function integer(header: string | string[] | undefined): number {
  expect(header).toMatch(/^\d+$/);
  return Number(header);
}

/** Checks that an answer is a refusal of this status and code. @returns its body. */
export function refused(answer: ApiAnswer, status: number, code: string): Record<string, unknown> {
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  return answer.body;
}
