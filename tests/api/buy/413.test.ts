/** POST /buy, 413: a body over 100 KB, announced or not (specification section 8; decision 14). */
import { expect, test } from 'vitest';
import { limits } from '#server/kernel/limits.ts';
import { freshSource, parsedAnswer, refused, sendBytes } from '#tests/harness/client.ts';
import { BASE, created, newKey, newReseller, type Reseller } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const padded = (length: number) => {
  const order = '{"country":"fr","qty":1}';
  return order + ' '.repeat(length - order.length);
};
const chunked = { 'Transfer-Encoding': 'chunked' };

test('exactly 102,400 bytes are accepted, announced or chunked', async () => {
  const reseller = await newReseller(site());
  created(await reseller.buy(newKey(), padded(limits.bodyBytes)));
  created(await reseller.buy(newKey(), padded(limits.bodyBytes), { headers: chunked }));
});

test('one byte more is payload_too_large, announced or chunked', async () => {
  const reseller = await newReseller(site());
  refused(await reseller.buy(newKey(), padded(limits.bodyBytes + 1)), 413, 'payload_too_large');
  refused(await reseller.buy(newKey(), padded(limits.bodyBytes + 1), { headers: chunked }), 413, 'payload_too_large');
});

test('bytes count, not characters', async () => {
  const reseller = await newReseller(site());
  const text = JSON.stringify({ country: 'fr', qty: 1, x: '€'.repeat(40_000) });
  expect(text.length).toBeLessThan(limits.bodyBytes);
  refused(await reseller.buy(newKey(), text), 413, 'payload_too_large');
});

test('a body that is too large is not read first: the announcement is enough', async () => {
  const reseller = await newReseller(site());
  const bytes = head(reseller, 'Content-Length: 9999999999');
  refused(
    parsedAnswer(await sendBytes(site(), bytes, freshSource()), { method: 'POST', path: `${BASE}/buy` }),
    413,
    'payload_too_large',
  );
});

test('an endless chunked body is answered and then cut off', async () => {
  const reseller = await newReseller(site());
  const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
  const bytes = head(reseller, 'Transfer-Encoding: chunked') + chunk.repeat(40);
  refused(
    parsedAnswer(await sendBytes(site(), bytes, freshSource()), { method: 'POST', path: `${BASE}/buy` }),
    413,
    'payload_too_large',
  );
});

test('the connection stays usable after a body that was only just too large', async () => {
  const reseller = await newReseller(site());
  const body = padded(limits.bodyBytes + 1);
  const first = `${head(reseller, `Content-Length: ${body.length}`)}${body}`;
  const second = `GET ${BASE}/balance HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const received = await sendBytes(site(), first + second, freshSource());
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 401']);
});

function head({ auth }: Reseller, length: string): string {
  const lines = [
    `POST ${BASE}/buy HTTP/1.1`,
    'Host: a',
    `Authorization: ${auth.Authorization}`,
    'Content-Type: application/json',
    `Idempotency-Key: ${newKey()}`,
    length,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
