/** Whatever bytes arrive, the answer is one documented code as JSON with the common headers, nothing is debited, and the server lives. */
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freshSource, parsedAnswer, refused, sendBytes } from '#tests/harness/client.ts';
import { lockAccount } from '#tests/harness/locks.ts';
import { BASE, balanceOf, created, newKey, newReseller, type Reseller } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const order = '{"country":"fr","qty":1}';

afterEach(async () => {
  balanceOf(await (await newReseller(site())).balance());
});

describe('bytes that are no HTTP request are bad_request', () => {
  const head = `GET ${BASE}/balance HTTP/1.1\r\nHost: a\r\n`;
  test.each([
    ['random bytes', randomBytes(400)],
    ['a line of text', 'hello\r\n\r\n'],
    ['a TLS handshake', Buffer.from('16030100c8010000c40303', 'hex')],
    ['SOCKS', Buffer.from([5, 1, 0])],
    ['HTTP/9.9', `GET ${BASE}/balance HTTP/9.9\r\nHost: a\r\n\r\n`],
    ['an unknown method', `FROBNICATE ${BASE}/balance HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a request line without a path', 'GET HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a header without a colon', `${head}nonsense\r\n\r\n`],
    ['a header name with a blank', `${head}X Y: 1\r\n\r\n`],
    ['a zero byte in a header', `${head}X-Y: a\0b\r\n\r\n`],
    ['a folded header', `${head}X-Y: a\r\n b\r\n\r\n`],
    ['headers over 16 KB', `${head}X-Y: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['two different lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    [
      'a length and chunks',
      `POST ${BASE}/buy HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a negative length', `${head}Content-Length: -1\r\n\r\n`],
    ['an unknown transfer encoding', `POST ${BASE}/buy HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n`],
    ['CONNECT, as to a proxy', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
    ['no path at all', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['no Host', `GET ${BASE}/balance HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ])('%s', async (_, bytes) => {
    const answer = parsedAnswer(await sendBytes(site(), bytes), { method: 'GET', path: '/' });
    refused(answer, 400, 'bad_request');
    expect(answer.rateLimit.limit).toBe(120);
  });

  test('and they cost their address a request each', async () => {
    const from = freshSource();
    for (const remaining of [119, 118]) {
      const answer = parsedAnswer(await sendBytes(site(), 'hello\r\n\r\n', from), { method: 'GET', path: '/' });
      expect(answer.rateLimit.remaining).toBe(remaining);
    }
  });
});

test('from an address whose minute is used up they are rate_limited', async () => {
  const from = freshSource();
  const garbage = () => sendBytes(site(), 'hello\r\n\r\n', from);
  await Promise.all(Array.from({ length: 120 }, garbage));
  refused(parsedAnswer(await garbage(), { method: 'GET', path: '/' }), 429, 'rate_limited');
});

test('behind a purchase that is still being processed they never get an answer that could be taken for its own', async () => {
  const reseller = await newReseller(site(), { balance: 5 });
  const held = await lockAccount(site(), reseller);
  const good = `${head(reseller, [`Content-Length: ${order.length}`])}${order}`;
  const received = sendBytes(site(), `${good}${head(reseller, ['Transfer-Encoding: chunked'])}ZZ\r\n`);
  await held.waitedFor();
  await held.release();
  expect(await received).not.toContain('bad_request');
  expect(await reseller.money()).toBeLessThan(5);
});

describe('a body', () => {
  test('with a broken chunk buys nothing', async () => {
    const reseller = await newReseller(site(), { balance: 5 });
    const bytes = `${head(reseller, ['Transfer-Encoding: chunked'])}5\r\n{"cou\r\nZZ\r\n`;
    refused(parsedAnswer(await sendBytes(site(), bytes), { method: 'POST', path: `${BASE}/buy` }), 400, 'bad_request');
    expect(await reseller.money()).toBe(5);
  });

  test('that breaks off buys nothing', async () => {
    const reseller = await newReseller(site(), { balance: 5 });
    const bytes = `${head(reseller, ['Content-Length: 1000'])}${order}`;
    await new Promise<void>((resolve) => {
      const socket = net.connect({ host: '127.0.0.1', port: site().port, localAddress: freshSource() });
      socket.write(bytes, () => socket.destroy());
      socket.once('close', () => resolve());
    });
    expect(balanceOf(await reseller.balance())).toBe(5);
  });

  test('may come a byte at a time', async () => {
    const reseller = await newReseller(site());
    const bytes = head(reseller, [`Content-Length: ${order.length}`, 'Connection: close']) + order;
    const received = await new Promise<string>((resolve, reject) => {
      const socket = net.connect({ host: '127.0.0.1', port: site().port, localAddress: freshSource(), noDelay: true });
      let text = '';
      socket.setEncoding('latin1').on('data', (part: string) => {
        text += part;
      });
      socket.once('close', () => resolve(text)).once('error', reject);
      const send = (at: number) => {
        if (at < bytes.length) socket.write(bytes[at] ?? '', () => setImmediate(send, at + 1));
      };
      send(0);
    });
    created(parsedAnswer(received, { method: 'POST', path: `${BASE}/buy` }));
  });

  test('with trailers and chunk extensions is read as HTTP says', async () => {
    const reseller = await newReseller(site());
    const chunks = `${order.length.toString(16)};x=y\r\n${order}\r\n0\r\nIdempotency-Key: other-key\r\n\r\n`;
    const bytes = head(reseller, ['Transfer-Encoding: chunked', 'Connection: close']) + chunks;
    created(parsedAnswer(await sendBytes(site(), bytes), { method: 'POST', path: `${BASE}/buy` }));
  });

  test('expected to be asked for is asked for', async () => {
    const reseller = await newReseller(site());
    const bytes = head(reseller, [`Content-Length: ${order.length}`, 'Expect: 100-continue', 'Connection: close']) + order;
    const received = await sendBytes(site(), bytes);
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue/);
    created(parsedAnswer(received, { method: 'POST', path: `${BASE}/buy` }));
  });

  test('with an expectation that nobody knows is read all the same', async () => {
    const reseller = await newReseller(site());
    const bytes = head(reseller, [`Content-Length: ${order.length}`, 'Expect: miracles', 'Connection: close']) + order;
    created(parsedAnswer(await sendBytes(site(), bytes), { method: 'POST', path: `${BASE}/buy` }));
  });
});

describe('one connection', () => {
  test('carries several requests, answered in their order', async () => {
    const reseller = await newReseller(site(), { balance: 10 });
    const purchase = `${head(reseller, [`Content-Length: ${order.length}`])}${order}`;
    const unknown = `GET ${BASE}/nothing HTTP/1.1\r\nHost: a\r\n\r\n`;
    const last = `GET ${BASE}/stock HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const received = await sendBytes(site(), purchase + unknown + purchase.replace('/buy', '/balance') + last);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 404', 'HTTP/1.1 405', 'HTTP/1.1 401']);
  });

  test('with garbage behind a purchase gives the purchase its own answer', async () => {
    const reseller = await newReseller(site());
    const received = await sendBytes(site(), `${head(reseller, [`Content-Length: ${order.length}`])}${order}garbage\r\n\r\n`);
    created(parsedAnswer(received, { method: 'POST', path: `${BASE}/buy` }));
  });

  test('offered an upgrade stays what it is', async () => {
    const reseller = await newReseller(site(), { balance: 6 });
    const bytes = [
      `GET ${BASE}/balance HTTP/1.1`,
      'Host: a',
      `Authorization: ${reseller.auth.Authorization}`,
      'Connection: Upgrade, close',
      'Upgrade: h2c',
    ];
    const received = await sendBytes(site(), `${bytes.join('\r\n')}\r\n\r\n`);
    expect(balanceOf(parsedAnswer(received, { method: 'GET', path: `${BASE}/balance` }))).toBe(6);
  });
});

test('HTTP/1.0 without a Host is served', async () => {
  const reseller = await newReseller(site(), { balance: 6 });
  const bytes = `GET ${BASE}/balance HTTP/1.0\r\nAuthorization: ${reseller.auth.Authorization}\r\n\r\n`;
  expect(balanceOf(parsedAnswer(await sendBytes(site(), bytes), { method: 'GET', path: `${BASE}/balance` }))).toBe(6);
});

test.each(['a b', '[::1', 'a\\b', 'user:pass@host', '..', '%', 'x'.repeat(5_000)])(
  'a Host of "%s" is nobody’s business',
  async (host) => {
    const reseller = await newReseller(site(), { balance: 6 });
    const bytes = `GET ${BASE}/balance HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nAuthorization: ${reseller.auth.Authorization}\r\n\r\n`;
    expect(balanceOf(parsedAnswer(await sendBytes(site(), bytes), { method: 'GET', path: `${BASE}/balance` }))).toBe(6);
  },
);

function head({ auth }: Reseller, lines: readonly string[], key = newKey()): string {
  const common = [
    `POST ${BASE}/buy HTTP/1.1`,
    'Host: a',
    `Authorization: ${auth.Authorization}`,
    'Content-Type: application/json',
    `Idempotency-Key: ${key}`,
  ];
  return `${[...common, ...lines].join('\r\n')}\r\n\r\n`;
}
