/** Characters that the database cannot keep are the sender's mistake, wherever they stand: refused, never an error of the site. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newReseller } from '#tests/harness/reseller.ts';
import { guest, newSession } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const found = { search: '', sort: 'newest' };

test.each(['a\0b', 'a\uD83C'])('text like %j is refused by every procedure', async (text) => {
  const session = await newSession(site());
  const who = guest(site());
  const answers = {
    search: await session.query('proxies.list', { ...found, search: text }),
    chosen: await session.mutate('proxies.resetMany', { proxies: { ids: [text] }, key: randomUUID() }),
    filter: await session.mutate('renewals.quote', { proxies: { found: { ...found, search: text } } }),
    book: await session.query('resale.list', { search: text }),
    note: await session.mutate('resale.edit', { which: { filter: {} }, change: { note: text } }),
    buyer: await session.mutate('resale.createLink', { buyer_name: text, expires_at: new Date(Date.now() + 1e8).toISOString() }),
    undo: await session.mutate('resale.undo', { edit_id: text }),
    details: await session.mutate('billing.setDetails', { legal_name: text, address_lines: '', country_code: 'FR', vat_id: '' }),
    invoice: await session.query('billing.invoices', { search: text }),
    charge: await session.query('records.charge', { reference: text }),
    code: await session.mutate('promotions.enterCode', { code: text }),
    payment: await session.mutate('payments.topUp', { key: text, amount: 5, language: 'en' }),
    sign_in: await session.mutate('accounts.endSession', { id: text }),
    password: await who.mutate('accounts.signUp', { email: `${randomUUID()}@example.com`, password: `long enough ${text}` }),
    token: await who.mutate('accounts.confirmEmail', { token: text }),
    link: await who.mutate('resale.openLink', { token: text }),
    linked: await who.mutate('resale.checkLinked', { token: 'unknown', proxy_id: text }),
    name_of_a_member: await who.mutate('accounts.confirmEmail', { token: 'unknown', [text]: 1 }),
  };
  const others = Object.entries(answers).filter(([, { status }]) => status !== 400 && status !== 404 && status !== 405);
  expect(others.map(([what, { status }]) => [what, status])).toEqual([]);
});

test('an address with them is a page all the same, or none', async () => {
  const session = await newSession(site());
  for (const path of [
    '/client/proxies?search=a%00b&page=%00',
    '/client/resale?search=%00&buyer=a%00b',
    '/client/resale/book.csv?search=a%00b&buyer=%00',
    '/client/resale/buyers?search=a%00b',
    '/client/resale/links?buyer=a%00b',
    '/client/balance?kind=%00&from=%00',
    '/client/balance/ledger.csv?kind=%00',
    '/client/invoices?search=a%00b',
    '/client/reseller?key=%00&charge=%00',
    '/client/invoices/a%00b',
    '/client/balance/payments/a%00b',
    '/client/tasks/%00/file',
    '/b/a%00b',
    '/b/a%00b/qr.svg?proxy=%00',
  ]) {
    const { status } = await session.get(path);
    expect([path, status < 500]).toEqual([path, true]);
  }
});

test('to a reseller they are what the table of errors says', async () => {
  const reseller = await newReseller(site());
  const answer = await reseller.buy(`key-${randomUUID()}`, '{"country":"f\\u0000r","qty":1,"note":"\\ud800"}');
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_country' } });
});
