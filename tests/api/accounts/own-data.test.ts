/** Billing details, the export, and the deletion of an account: what the law demands stays, all else goes. */
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import { mailsTo } from '#tests/harness/mails.ts';
import { created, newKey, newReseller, type Reseller } from '#tests/harness/reseller.ts';
import { newSession, type Session, sessionOf, trySignIn } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

async function buyer(): Promise<{ reseller: Reseller; session: Session }> {
  const reseller = await newReseller(site());
  created(await reseller.buy(newKey(), { country: 'fr', qty: 2 }));
  return { reseller, session: await sessionOf(site(), reseller) };
}

const details = {
  legal_name: 'Proxies & Fils SARL',
  address_lines: '1 rue de la Paix\n75002 Paris',
  country_code: 'FR',
  vat_id: 'fr 12 345 678 901',
};

test('billing details stand on the next invoice, and not on the last', async () => {
  const { reseller, session } = await buyer();
  expect((await session.mutate('billing.setDetails', details)).status).toBe(200);
  expect(await session.query('billing.details')).toMatchObject({ data: { ...details, vat_id: 'FR12345678901' } });
  created(await reseller.buy(newKey(), { country: 'es', qty: 1 }));
  const invoices = await site().services.db.prisma.invoice.findMany({
    where: { accountId: session.accountId },
    orderBy: { seq: 'asc' },
  });
  expect(invoices.map(({ buyer: named }) => (named as { legal_name: string | null }).legal_name)).toEqual([
    null,
    details.legal_name,
  ]);
});

test.each([
  ['a VAT number of another form', { vat_id: 'FR123' }],
  ['a VAT number of another country', { country_code: 'DE' }],
  ['a VAT number without a country', { country_code: '' }],
  ['a country that there is not', { country_code: 'XX', vat_id: '' }],
  ['five lines of address', { address_lines: 'a\nb\nc\nd\ne' }],
  ['a name with control characters', { legal_name: 'Proxies\u0007' }],
])('%s is refused', async (_case, wrong) => {
  const session = await newSession(site());
  expect((await session.mutate('billing.setDetails', { ...details, ...wrong })).status).toBe(400);
});

test('the export is a ZIP of what every plugin keeps, without any secret, for its owner alone', async () => {
  const { reseller, session } = await buyer();
  const { task_id: id } = (await session.mutate('accounts.startExport')).data as { task_id: number };
  await expect.poll(async () => (await session.get(`/client/tasks/${id}/file`)).status, { timeout: 20_000 }).toBe(200);
  const bytes = Buffer.from(await (await session.get(`/client/tasks/${id}/file`)).arrayBuffer());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  for (const name of ['account.json', 'billing.json', 'orders.json', 'proxies.json', 'api-key.json']) {
    expect(bytes.includes(name), name).toBe(true);
  }
  expect(bytes.includes(reseller.apiKey)).toBe(false);
  expect((await (await newSession(site())).get(`/client/tasks/${id}/file`)).status).toBe(404);
});

test('an account that holds money or valid proxies is deleted only where both are given up by name', async () => {
  const { reseller, session } = await buyer();
  const wish = { password: session.password, typed_email: session.email, waived: {} };
  const remove = (change: object) => session.mutate('accounts.delete', { ...wish, ...change });
  const held = (await session.query('accounts.holds')).data as { kind: string; amount: number }[];
  expect(held).toEqual([
    { kind: 'balance', amount: 100_00 - 5_80 },
    { kind: 'proxies', amount: 2 },
  ]);
  expect(await remove({ password: 'a wrong password' })).toMatchObject({ data: { outcome: 'wrong_password' } });
  expect(await remove({ typed_email: 'somebody@example.com' })).toMatchObject({ data: { outcome: 'wrong_email' } });
  expect(await remove({})).toMatchObject({ data: { outcome: 'held', holds: held } });
  // Money that arrived after the page was shown is not given up.
  await adjustBalance(site().services.db, session.accountId, cents(1), 'Meanwhile');
  expect(await remove({ waived: { balance: 94_20, proxies: 2 } })).toMatchObject({ data: { outcome: 'held' } });
  expect((await reseller.balance()).status).toBe(200);
});

test('a deleted account signs nobody in and buys nothing; its books stay and are right', async () => {
  const { reseller, session } = await buyer();
  await session.mutate('billing.setDetails', details);
  const wish = { password: session.password, typed_email: session.email, waived: { balance: 100_00, proxies: 2 } };
  // A purchase races with the deletion: it is whole before it, or refused after it.
  const [, deleted] = await Promise.all([
    reseller.buy(newKey(), { country: 'fr', qty: 1 }),
    session.mutate('accounts.delete', { ...wish, waived: { balance: 100_00, proxies: 50 } }),
  ]);
  expect(deleted).toMatchObject({ data: { outcome: 'deleted' } });
  expect((await session.query('accounts.me')).status).toBe(401);
  expect((await reseller.balance()).status).toBe(401);
  expect((await trySignIn(site(), session)).refusal).toBe('CredentialsSignin');
  expect((await trySignIn(site(), { ...session, email: `deleted-${session.accountId}@account.invalid` })).refusal).toBe(
    'CredentialsSignin',
  );
  expect((await mailsTo(site().services, session.email)).at(-1)?.subject).toBe('Your account was deleted');

  const { prisma } = site().services.db;
  const where = { accountId: session.accountId };
  expect(await prisma.account.findUniqueOrThrow({ where: { id: session.accountId } })).toMatchObject({ passwordHash: '' });
  expect(await prisma.billingAccount.findUniqueOrThrow({ where })).toMatchObject({
    balanceCents: 0n,
    legalName: null,
    vatId: null,
  });
  expect(await prisma.invoice.count({ where })).toBe(await prisma.order.count({ where }));
  expect(await prisma.session.count({ where })).toBe(0);
});

test('the address of a deleted account is free again', async () => {
  const session = await newSession(site());
  const wish = { password: session.password, typed_email: session.email, waived: { balance: 100_00 } };
  expect(await session.mutate('accounts.delete', wish)).toMatchObject({ data: { outcome: 'deleted' } });
  const { prisma } = site().services.db;
  expect(await prisma.account.count({ where: { email: session.email } })).toBe(0);
});
