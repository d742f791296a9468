/** 404: only three paths exist, each spelled exactly so (specification section 4; decisions 1 and 3). */
import { describe, expect, test } from 'vitest';
import { call, freshSource, parsedAnswer, refused, sendBytes } from '#tests/harness/client.ts';
import { BASE, newReseller } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

const unknown = [
  BASE,
  `${BASE}/`,
  '/api/v1',
  '/api/v1/',
  `${BASE}/balances`,
  `${BASE}/balance/`,
  `${BASE}//balance`,
  `/api//v1/reseller/balance`,
  `//api/v1/reseller/balance`,
  `${BASE}/Balance`,
  '/API/V1/reseller/balance',
  '/api/V1/reseller/balance',
  `${BASE}/b%61lance`,
  '/%61pi/v1/reseller/balance',
  `${BASE}%2Fbalance`,
  `${BASE}/balance%20`,
  `${BASE}/balance%00`,
  `${BASE}/balance;v=1`,
  `${BASE}/./balance`,
  `${BASE}/../reseller/balance`,
  `${BASE}/x/..%2fbalance`,
  '/elsewhere/../api/v1/reseller/balance',
  `${BASE}/balance/extra`,
  `${BASE}/renew`,
  `${BASE}/order`,
  '/api/v1/other',
  `/api/v1/${'x'.repeat(4_000)}`,
];

describe('not_found', () => {
  test.each(unknown)('%s', async (path) => {
    // As bytes, because an HTTP library may tidy a path up.
    const from = freshSource();
    const received = await sendBytes(site(), `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, from);
    refused(parsedAnswer(received, { method: 'GET', path }), 404, 'not_found');
  });

  test.each(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s with a valid key and with a bad one', async (method) => {
    const { auth } = await newReseller(site());
    const path = `${BASE}/nothing`;
    refused(await call(site(), { method, path, headers: auth }), 404, 'not_found');
    refused(await call(site(), { method, path, headers: { Authorization: 'Bearer nonsense' } }), 404, 'not_found');
    refused(await call(site(), { method, path, headers: { Origin: 'https://example.com' } }), 404, 'not_found');
  });

  test('HEAD has the status and the headers', async () => {
    expect((await call(site(), { method: 'HEAD', path: `${BASE}/nothing` })).status).toBe(404);
  });

  test('counts against the bucket of a valid key', async () => {
    const { auth } = await newReseller(site());
    const first = await call(site(), { path: `${BASE}/nothing`, headers: auth });
    const second = await call(site(), { path: `${BASE}/nothing`, headers: auth });
    expect([first.rateLimit, second.rateLimit].map(({ limit, remaining }) => [limit, remaining])).toEqual([
      [30, 29],
      [30, 28],
    ]);
  });
});

test('an address in full is as good as a path', async () => {
  const { auth } = await newReseller(site(), { balance: 3 });
  const request = `GET http://anything.example${BASE}/balance HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: ${auth.Authorization}\r\n\r\n`;
  const answer = parsedAnswer(await sendBytes(site(), request), { method: 'GET', path: `${BASE}/balance` });
  expect(answer.body).toEqual({ ok: true, balance: 3, currency: 'EUR' });
});

test('other paths of the site are not the API’s', async () => {
  const received = await sendBytes(site(), 'GET /api/v2/reseller/balance HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(received).not.toContain('RateLimit-Limit');
});
