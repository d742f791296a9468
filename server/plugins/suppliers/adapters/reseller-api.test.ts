/** Whose an answer to a purchase is (decision 241), over real HTTP. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy } from './reseller-api.ts';

const KEY = 'order-1-of-a-shop';

/** The next answer: out of stock, naming these keys. */
let named: string[] = [];
const supplier = http.createServer((request, response) => {
  request.resume();
  response.writeHead(409, named.length > 0 ? { 'Idempotency-Key': named } : {});
  response.end(JSON.stringify({ ok: false, code: 'out_of_stock', error: 'None left.', available: 0 }));
});

beforeAll(async () => {
  supplier.listen(0, '127.0.0.1');
  await once(supplier, 'listening');
});
afterAll(async () => {
  supplier.close();
  await once(supplier, 'close');
});

async function asked(...keys: string[]) {
  named = keys;
  const api = { baseUrl: `http://127.0.0.1:${(supplier.address() as AddressInfo).port}`, apiKey: 'any', patienceMs: 20_000 };
  return buy(api, KEY, { country: 'fr', qty: 1 });
}

test('an answer that names another key says nothing of this purchase, and is asked for again', async () => {
  expect(await asked('order-2-of-a-shop')).toMatchObject({ meaning: 'again', code: 'not_ours' });
  expect(await asked(KEY.toUpperCase())).toMatchObject({ meaning: 'again', code: 'not_ours' });
});

test.each([
  ['the key', [KEY]],
  ['no key', []],
  ['the key in quotes', [`"${KEY}"`]],
  ['the key twice', [KEY, KEY]],
])('an answer that names %s is taken as it is', async (_, keys) => {
  expect(await asked(...keys)).toMatchObject({ meaning: 'refused', code: 'out_of_stock' });
});
