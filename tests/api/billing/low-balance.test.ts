/** The alert of a low balance: one mail for each fall below the amount, whatever happens at once. */
import { expect, test } from 'vitest';
import type { AccountId } from '#server/kernel/ids.ts';
import { cents } from '#server/kernel/money.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import { created, newKey, newReseller } from '#tests/harness/reseller.ts';
import { newSession, sessionOf } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

/** Subjects of the mails that went to the account, oldest first. */
async function mailsTo(accountId: AccountId): Promise<string[]> {
  const { prisma } = site().services.db;
  const { email } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const mails = await prisma.mail.findMany({ where: { recipient: email }, orderBy: { id: 'asc' } });
  return mails.map((mail) => mail.subject);
}

test('of many purchases at once, exactly the one that crosses the amount is told', async () => {
  const reseller = await newReseller(site(), { balance: 40 });
  const session = await sessionOf(site(), reseller);
  expect((await session.mutate('billing.setLowBalance', { below: 25 })).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 10 }, () => reseller.buy(newKey(), { country: 'fr', qty: 1 })));
  for (const answer of answers) created(answer);
  // 40.00 less six times 2.90 is the first below 25.
  expect(await mailsTo(reseller.accountId)).toEqual(['Your balance is €22.60']);
});

test('it is told again only after the balance was above', async () => {
  const reseller = await newReseller(site(), { balance: 12 });
  const session = await sessionOf(site(), reseller);
  await session.mutate('billing.setLowBalance', { below: 10 });
  const credit = (euros: number) =>
    adjustBalance(site().services.db, reseller.accountId, cents(euros * 100), 'Movement of a test');

  await credit(-2);
  expect(await mailsTo(reseller.accountId)).toEqual([]);
  created(await reseller.buy(newKey(), { country: 'fr', qty: 1 }));
  created(await reseller.buy(newKey(), { country: 'fr', qty: 1 }));
  await credit(2);
  created(await reseller.buy(newKey(), { country: 'fr', qty: 1 }));
  expect(await mailsTo(reseller.accountId)).toEqual(['Your balance is €7.10']);
  await credit(20);
  await credit(-15);
  expect(await mailsTo(reseller.accountId)).toHaveLength(2);
});

test('a purchase that is undone tells nothing, nor does one of somebody who did not ask', async () => {
  const reseller = await newReseller(site(), { balance: 10 });
  created(await reseller.buy(newKey(), { country: 'fr', qty: 1 }));
  const session = await sessionOf(site(), reseller);
  await session.mutate('billing.setLowBalance', { below: 5 });
  expect((await reseller.buy(newKey(), { country: 'fr', qty: 3 })).status).toBe(402);
  expect(await mailsTo(reseller.accountId)).toEqual([]);
});

test('it is in the language of the account', async () => {
  const reseller = await newReseller(site(), { balance: 10 });
  await site().services.db.prisma.account.update({ where: { id: reseller.accountId }, data: { language: 'fr' } });
  const session = await sessionOf(site(), reseller);
  await session.mutate('billing.setLowBalance', { below: 9.5 });
  created(await reseller.buy(newKey(), { country: 'fr', qty: 1 }));
  const [subject] = await mailsTo(reseller.accountId);
  expect(subject).toMatch(/^Votre solde est de 7,10\s€$/);
});

test('the amount is the account’s own, is bounded, and can be taken away', async () => {
  const session = await newSession(site());
  const stranger = await newSession(site());
  expect((await session.query('billing.lowBalance')).data).toEqual({ below: null, is_below: false });
  await session.mutate('billing.setLowBalance', { below: 250.5 });
  expect((await session.query('billing.lowBalance')).data).toEqual({ below: 250.5, is_below: true });
  expect((await stranger.query('billing.lowBalance')).data).toEqual({ below: null, is_below: false });
  for (const below of [0, -1, 100_000.01, 1.234, '5']) {
    expect((await session.mutate('billing.setLowBalance', { below })).status).toBe(400);
  }
  await session.mutate('billing.setLowBalance', { below: null });
  expect((await session.query('billing.lowBalance')).data).toEqual({ below: null, is_below: false });
});
