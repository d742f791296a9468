/** The pages' procedures are for the pages: guests cannot use them to hold up purchases. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${site().port}/api/trpc/${path}`, init);
const batch = (calls: number) => `${Array(calls).fill('pricing.list').join(',')}?batch=1&input={}`;

test('a batch of as many calls as a page makes is answered, a larger one is refused', async () => {
  expect((await ask(batch(10))).status).toBe(200);
  expect((await ask(batch(11))).status).toBe(400);
});

test('a large body is refused before it is read', async () => {
  const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(200_000) });
  const answer = await ask('accounts.signUp', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  expect(answer.status).toBe(413);
});

test('a body that comes in chunks, without a length, is measured as it comes', async () => {
  const statusOf = (token: string) =>
    new Promise((resolve, reject) => {
      const url = `http://127.0.0.1:${site().port}/api/trpc/accounts.confirmEmail`;
      const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
      const sent = request(url, { method: 'POST', headers }, (answer) => resolve(answer.resume().statusCode));
      sent.on('error', reject).end(JSON.stringify({ token }));
    });
  expect(await statusOf('unknown')).toBe(200);
  expect(await statusOf('x'.repeat(200_000))).toBe(413);
});

test('another origin is refused, and so is a form', async () => {
  expect((await ask('pricing.list', { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
  expect((await ask('accounts.signUp', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{}' })).status).toBe(
    415,
  );
});

test('a guest gets no further than the public ones', async () => {
  for (const name of [
    'accounts.me',
    'billing.balance',
    'billing.ledger?input={}',
    'billing.invoices?input={}',
    'billing.invoice?input={"number":"R000001-00001"}',
    'orders.recent',
    'payments.offer',
    'payments.list?input={}',
    'payments.one?input={"id":"00000000-0000-4000-8000-000000000000"}',
    'payments.receipt?input={"id":"00000000-0000-4000-8000-000000000000"}',
    'reseller.status',
    'resale.list?input={"page":1}',
  ]) {
    expect((await ask(name)).status, name).toBe(401);
  }
});
