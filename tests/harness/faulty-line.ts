/** The line between a site and its supplier, over HTTP: honest unless a test says what becomes of the next purchases. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request to buy. The answer of the supplier, where it was asked, may be changed on its way. */
export const faults = [
  'none',
  /** The connection breaks before the supplier hears of it, or after it has sold. */
  'cut_before',
  'cut_after',
  /** Nobody answers in time, the supplier not having heard of it, or having sold. */
  'silent_before',
  'silent_after',
  /** A page of a proxy in between (502, 503, 504), before or after. */
  'html_before',
  'html_after',
  /** Half of the answer, then the connection breaks; or the answer piece by piece. */
  'half_answer',
  'slow_answer',
  /** The supplier hears it twice. */
  'twice',
  /** What it sold is told wrongly. */
  'wrong_country',
  'fewer_proxies',
  'more_proxies',
  'same_proxy_twice',
  'another_order',
  'ends_early',
  'wrong_password',
  'not_json',
  /** It says that it failed, not having sold, or having sold. */
  'order_failed_before',
  'order_failed_after',
  'server_error_before',
  'server_error_after',
  /** It sold, and somebody else's answer comes back: their order, or that there is none left. It names the request that it is to. */
  'another_answer',
  'another_refusal',
] as const;

/**
 * `refused`: it has none left, and was not asked. Not for a key under which it may have sold: that a supplier never does. `rate_limited`: it
 * heard too much of us, and has not looked at the key.
 */
export type Fault = (typeof faults)[number] | 'refused' | 'rate_limited';

export interface FaultyLine {
  /** Of the supplier, over the line. */
  readonly url: string;
  /** Says what becomes of each request to buy, by its idempotency key and which attempt under it this is, from 1 on. */
  behave(choose: (key: string, attempt: number) => Fault | Promise<Fault>): void;
  /** Told when the supplier has answered a request to buy, before the answer goes on. */
  onAnswer(listen: ((key: string) => Promise<void>) | null): void;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * @param port of the supplier, on the loopback address.
 * @param taken whether the client has taken what it was told under a key.
 */
export async function openFaultyLine(port: number, taken: (key: string) => Promise<boolean>): Promise<FaultyLine> {
  let choose: (key: string, attempt: number) => Fault | Promise<Fault> = () => 'none';
  let onAnswer: ((key: string) => Promise<void>) | null = null;
  const attempts = new Map<string, number>();
  /** What was told truly, the last one first: to be told in another's place. */
  const honest: { key: string; answer: Answer }[] = [];
  /** Of those the last that the client has taken. One that it has not would pass for the new one: nothing in it tells them apart. */
  const earlier = async () => {
    for (const one of honest) if (await taken(one.key)) return one.answer;
    return null;
  };
  let nth = 0;

  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    nth += 1;
    // Each request from an address of its own, as far as the supplier's limit per address goes.
    const headers = { ...request.headers, 'x-forwarded-for': `198.18.${(nth >> 8) & 255}.${nth & 255}` };
    const ask = () => forward(port, { method: request.method ?? 'GET', path: request.url ?? '/', headers, body });
    const key = String(request.headers['idempotency-key'] ?? '');
    if (!request.url?.endsWith('/buy')) return void tell(response, await ask());

    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    const fault = await choose(key, attempt);
    if (fault === 'cut_before') return void response.destroy();
    if (fault === 'silent_before') return;
    if (fault === 'html_before') return void tell(response, htmlPage(nth));
    if (fault === 'refused') return void tell(response, refusal(409, { code: 'out_of_stock', available: 0 }));
    if (fault === 'rate_limited') return void tell(response, refusal(429, { code: 'rate_limited' }, { 'retry-after': '1' }));
    if (fault === 'order_failed_before')
      return void tell(response, refusal(500, { code: 'order_failed', order_id: 4_000_000 + nth }));
    if (fault === 'server_error_before') return void tell(response, refusal(500, { code: 'server_error' }));
    const first = await ask();
    const second = fault === 'twice' ? await ask() : first;
    // A copy that met the limit per minute did not come as far as its key, and tells nothing of it.
    const answer = second.status === 429 ? first : second;
    await onAnswer?.(key);
    const another = fault === 'another_order' ? await earlier() : (honest[0]?.answer ?? null);
    const told = changed(fault, answer, another, nth);
    if (fault === 'none' && answer.status === 201) honest.unshift({ key, answer });
    if (told === 'cut') return void response.destroy();
    if (told === 'silent') return;
    if (fault === 'half_answer') {
      response.writeHead(told.status, { 'content-type': 'application/json', 'content-length': told.body.length });
      response.write(told.body.subarray(0, Math.floor(told.body.length / 2)), () => response.destroy());
      return;
    }
    if (fault === 'slow_answer') {
      response.writeHead(told.status, { 'content-type': 'application/json' });
      for (let from = 0; from < told.body.length; from += Math.ceil(told.body.length / 5)) {
        response.write(told.body.subarray(from, from + Math.ceil(told.body.length / 5)));
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      response.end();
      return;
    }
    tell(response, told);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave: (decide) => {
      choose = decide;
    },
    onAnswer: (listen) => {
      onAnswer = listen;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function tell(response: http.ServerResponse, { status, headers, body }: Answer): void {
  const wait = headers['retry-after'];
  response.writeHead(status, {
    'content-type': headers['content-type'] ?? 'application/json',
    ...(wait === undefined ? {} : { 'retry-after': wait }),
    ...(headers['idempotency-key'] === undefined ? {} : { 'idempotency-key': headers['idempotency-key'] }),
  });
  response.end(body);
}

function forward(
  port: number,
  { body, ...options }: { method: string; path: string; headers: http.IncomingHttpHeaders; body: Buffer },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, agent: false, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.once('error', reject);
    request.end(body);
  });
}

function htmlPage(nth: number): Answer {
  const status = [502, 503, 504][nth % 3] ?? 502;
  return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from(`<html><h1>${status}</h1></html>`) };
}

function refusal(status: number, members: object, headers: http.IncomingHttpHeaders = {}): Answer {
  return { status, headers, body: Buffer.from(JSON.stringify({ ok: false, error: 'told by the line', ...members })) };
}

interface Told {
  country: string;
  proxies: { country: string; expires_at: string; password: string; proxy_id: string }[];
}

/** What the client is told of what the supplier answered. Refusals go on as they are. */
function changed(fault: Fault, answer: Answer, another: Answer | null, nth: number): Answer | 'cut' | 'silent' {
  if (fault === 'cut_after') return 'cut';
  if (fault === 'silent_after') return 'silent';
  if (fault === 'html_after') return htmlPage(nth);
  if (fault === 'server_error_after') return refusal(500, { code: 'server_error' });
  if (fault === 'another_answer') return another ?? answer;
  if (fault === 'another_refusal')
    return refusal(409, { code: 'out_of_stock', available: 0 }, { 'idempotency-key': 'of-another-request' });
  if (answer.status !== 201 && answer.status !== 200) return answer;
  const order = JSON.parse(answer.body.toString()) as Told & { order_id: number };
  const [first] = order.proxies;
  const as = (change: Partial<Told>): Answer => ({ ...answer, body: Buffer.from(JSON.stringify({ ...order, ...change })) });
  const each = (change: object) => as({ proxies: order.proxies.map((proxy) => ({ ...proxy, ...change })) });
  switch (fault) {
    case 'order_failed_after':
      return refusal(500, { code: 'order_failed', order_id: order.order_id });
    case 'wrong_country':
      return nth % 2 === 0
        ? as({ country: order.country === 'fr' ? 'es' : 'fr' })
        : each({ country: order.country === 'fr' ? 'es' : 'fr' });
    case 'fewer_proxies':
      return as({ proxies: order.proxies.slice(1) });
    case 'more_proxies':
      return as({ proxies: first ? [...order.proxies, { ...first, proxy_id: 'px_another' }] : [] });
    case 'same_proxy_twice':
      return first ? as({ proxies: order.proxies.length > 1 ? order.proxies.map(() => first) : [first, first] }) : answer;
    case 'another_order':
      return another ? { ...answer, body: another.body } : answer;
    case 'ends_early':
      return each({ expires_at: new Date(Date.now() + 86_400_000).toISOString() });
    case 'wrong_password':
      return each({ password: 'not-the-password' });
    case 'not_json':
      return { ...answer, body: Buffer.from(`${answer.body.toString()} and more`) };
    default:
      return answer;
  }
}
