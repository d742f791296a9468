/** kill -9 while support settles a failed order: what was decided comes to its end, once, and the audit says who decided it. */
import { describe, expect, test, vi } from 'vitest';
import type { OrderId } from '#server/kernel/ids.ts';
import { settle } from '#server/plugins/support/port.ts';
import { mailsTo } from '#tests/harness/mails.ts';
import { type Arm, mortalShop } from '#tests/harness/mortal-shop.ts';
import { created, newKey, newReseller } from '#tests/harness/reseller.ts';
import { type Session, sessionOf } from '#tests/harness/session.ts';
import { addOwnTo, addSupplierTo, booksAreRight, ownAddressesOf } from '#tests/harness/supplied.ts';

const shop = mortalShop();
const { pair, at } = shop;
const reason = 'Decided by a test';

const whenAskedAgain: Arm = (die) =>
  pair().line.behave(async (_key, attempt) => {
    if (attempt === 2) await die();
    return attempt === 2 ? 'cut_before' : 'none';
  });

const whenSold: Arm = (die) =>
  pair().line.onAnswer(async () => {
    pair().line.onAnswer(null);
    await die();
  });

/** Somebody of support, signed in to the shop as it runs now. */
async function supporter(): Promise<Session> {
  const { shop } = pair();
  const account = await newReseller(shop);
  await shop.services.db.prisma.account.update({ where: { id: account.accountId }, data: { role: 'support' } });
  return sessionOf(shop, account);
}

/**
 * An order of two that failed after its supplier had sold; support can still get it under the same key.
 * @param own it keeps so many addresses of our own, and buys the rest.
 */
async function failedOrder(own = 0) {
  const { prisma } = pair().shop.services.db;
  await prisma.supplier.updateMany({ data: { pausedAt: new Date() } });
  const { account } = await addSupplierTo(pair(), `settled-${Date.now()}`, { countries: ['fr'], balance: 100 });
  const buyer = await newReseller(pair().shop, { balance: 100 });
  await addOwnTo(pair(), 'fr', own);
  pair().line.behave(() => 'wrong_password');
  const key = newKey();
  const answer = await buyer.buy(key, { country: 'fr', qty: 2 });
  pair().line.behave(() => 'none');
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 500, code: 'order_failed' });
  expect(await account.money()).toBe(own === 1 ? 97.1 : 94.2);
  const orderId = Number(answer.body.order_id) as OrderId;
  const staff = await supporter();
  return {
    orderId,
    buyer,
    account,
    staff,
    press: (how: 'deliver' | 'refund') => staff.mutate('support.settlement.settle', { order_id: orderId, how, reason }),
    /** Where it stands, once nobody works on it. */
    standing: () =>
      vi.waitFor(
        async () => {
          const { deliveringReason } = await prisma.fulfilment.findUniqueOrThrow({ where: { orderId } });
          expect(deliveringReason).toBeNull();
          return (await prisma.order.findUniqueOrThrow({ where: { id: orderId } })).status;
        },
        { timeout: 120_000, interval: 250 },
      ),
    audit: async () =>
      (
        await prisma.auditEntry.findMany({ where: { subjectKind: 'order', subjectId: String(orderId) }, orderBy: { id: 'asc' } })
      ).map(({ actorId, action, after, reason }) => ({ actorId, action, after, reason })),
  };
}

const decided: readonly [string, ...Arm[]][] = [
  ['once it is decided', at('suppliers.open')],
  ['when the supplier has not heard yet', whenAskedAgain],
  ['when the supplier has answered', whenSold],
  ['before the delivery is written', at('suppliers.answer')],
  ['before the order ends', at('orders.end')],
  ['before the audit is written', at('support.audit')],
  ['twice: when the supplier has answered, and before the order ends', whenSold, at('orders.end')],
];

describe('kill -9 while support delivers', () => {
  test.for(decided)('%s', { timeout: 300_000 }, async ([, ...arms]) => {
    const { buyer, account, staff, press, standing, audit } = await failedOrder();
    await shop.dies(arms, () => press('deliver'));
    expect(await standing()).toBe('completed');
    expect(await buyer.money()).toBe(94.2);
    expect(await account.money()).toBe(94.2);
    expect(await audit()).toEqual([
      { actorId: staff.accountId, action: 'settlement.deliver', after: { status: 'completed' }, reason },
    ]);
    expect(await mailsTo(pair().shop.services, buyer.email)).toHaveLength(1);
    await booksAreRight(pair());
  });

  test('before it is decided: nothing has happened, and it can be pressed again', { timeout: 300_000 }, async () => {
    const { orderId, buyer, press, standing, audit } = await failedOrder();
    await shop.dies([at('orders.decide')], () => press('deliver'));
    expect(await standing()).toBe('failed');
    expect(await audit()).toEqual([]);
    await booksAreRight(pair());
    const decision = { orderId, how: 'deliver', reason, actorId: null } as const;
    expect(await settle(pair().shop.services, decision)).toEqual({ outcome: 'delivered' });
    expect(await mailsTo(pair().shop.services, buyer.email)).toHaveLength(1);
    await booksAreRight(pair());
  });

  test('before it fails again: it is bought anew once, however often it dies', { timeout: 300_000 }, async () => {
    const { orderId, buyer, account, staff, press, standing, audit } = await failedOrder();
    pair().line.behave(() => 'wrong_password');
    await shop.dies([at('orders.fail'), at('orders.fail')], () => press('deliver'));
    expect(await standing()).toBe('failed');
    // What was bought first, and what was bought anew.
    expect(await account.money()).toBe(88.4);
    expect(await buyer.money()).toBe(94.2);
    expect(await audit()).toEqual([
      {
        actorId: staff.accountId,
        action: 'settlement.deliver',
        after: { status: 'failed', failure: 'a delivered proxy does not connect' },
        reason,
      },
    ]);
    await booksAreRight(pair());
    const decision = { orderId, how: 'refund', reason, actorId: null } as const;
    expect(await settle(pair().shop.services, decision)).toMatchObject({ outcome: 'refunded', balanceCents: 10_000 });
    await booksAreRight(pair());
  });
});

const refunding: readonly [string, Arm][] = [
  ['before it is claimed', at('orders.claim_failed')],
  ['before the invoice is written', at('billing.invoice\0')],
  ['before the money is back with its credit note', at('billing.credit\0')],
  ['before it is committed', at('"credit_note"')],
];

describe('kill -9 while support settles an order that keeps an address of our own', () => {
  test('delivered, before the kept address is taken: it is taken once', { timeout: 300_000 }, async () => {
    const { buyer, account, press, standing } = await failedOrder(1);
    const { leased } = await ownAddressesOf(pair());
    await shop.dies([at('proxies.take_reserved')], () => press('deliver'));
    expect(await standing()).toBe('completed');
    expect(await ownAddressesOf(pair())).toEqual({ leased: leased + 1, kept: 0, free: 0 });
    expect(await buyer.money()).toBe(94.2);
    expect(await account.money()).toBe(97.1);
    await booksAreRight(pair());
  });

  test('refunded, before the kept address is released: it stays kept until the next refund, and then is sold', {
    timeout: 300_000,
  }, async () => {
    const { orderId, buyer, press, standing, audit } = await failedOrder(1);
    const { leased } = await ownAddressesOf(pair());
    await shop.dies([at('proxies.release')], () => press('refund'));
    expect(await standing()).toBe('failed');
    expect(await ownAddressesOf(pair())).toEqual({ leased, kept: 1, free: 0 });
    expect(await buyer.money()).toBe(94.2);
    expect(await audit()).toEqual([]);
    await booksAreRight(pair());
    const decision = { orderId, how: 'refund', reason, actorId: null } as const;
    expect(await settle(pair().shop.services, decision)).toMatchObject({ outcome: 'refunded', balanceCents: 10_000 });
    expect(await ownAddressesOf(pair())).toEqual({ leased, kept: 0, free: 1 });
    await booksAreRight(pair());
    created(await (await newReseller(pair().shop)).buy(newKey(), { country: 'fr', qty: 1 }));
    expect(await ownAddressesOf(pair())).toEqual({ leased: leased + 1, kept: 0, free: 0 });
  });
});

describe('kill -9 while support refunds', () => {
  test.for(refunding)('%s: nothing has happened, and the next refund is the only one', { timeout: 300_000 }, async ([, arm]) => {
    const { orderId, buyer, press, standing, audit } = await failedOrder();
    await shop.dies([arm], () => press('refund'));
    expect(await standing()).toBe('failed');
    expect(await buyer.money()).toBe(94.2);
    expect(await audit()).toEqual([]);
    await booksAreRight(pair());
    const decision = { orderId, how: 'refund', reason, actorId: null } as const;
    expect(await settle(pair().shop.services, decision)).toMatchObject({ outcome: 'refunded', balanceCents: 10_000 });
    expect(await settle(pair().shop.services, decision)).toEqual({ outcome: 'not_failed' });
    expect(await buyer.money()).toBe(100);
    expect(await mailsTo(pair().shop.services, buyer.email)).toHaveLength(1);
    expect(await audit()).toHaveLength(1);
    await booksAreRight(pair());
  });
});
