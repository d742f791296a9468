/** Renewing proxies: paid once at the price that was agreed on, whatever is repeated, and whoever is in the way. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { verify } from '#server/operator/verify.ts';
import { creditInvoice, lock } from '#server/plugins/billing/port.ts';
import { setPriceTier } from '#server/plugins/pricing/port.ts';
import { type Holder, newHolder, ownServices } from '#tests/harness/procedures.ts';
import { endIn } from '#tests/harness/validity.ts';

const services = ownServices(400);
const DAY_MS = 24 * 60 * 60 * 1_000;
const PERIOD_MS = 30 * DAY_MS;

const prisma = () => services().db.prisma;
const quote = (holder: Holder, ids: string[]) => holder.call.renewals.quote({ proxies: { ids } });

async function renew(holder: Holder, ids: string[], more: { key?: string; total?: number; qty?: number } = {}) {
  const total = more.total ?? (await quote(holder, ids)).total_cents;
  return holder.call.renewals.renew({
    proxies: { ids },
    key: more.key ?? randomUUID(),
    total_cents: total,
    qty: more.qty ?? ids.length,
  });
}

async function endsOf(ids: string[]): Promise<number[]> {
  const rows = await prisma().proxy.findMany({ where: { id: { in: ids } } });
  return ids.map((id) => rows.find((row) => row.id === id)?.expiresAt.getTime() ?? Number.NaN);
}

async function expectAllWell(): Promise<void> {
  expect(await verify(services().db, { secrets: services().secrets })).toMatchObject({ ok: true, violations: [] });
}

let holder: Holder;
beforeAll(async () => {
  holder = await newHolder(services(), 1_000_00);
});

describe('a renewal', () => {
  test('adds 30 days to the present end, debits the quote, issues an invoice and keeps the address', async () => {
    const ids = [...(await holder.buy('fr', 10)), ...(await holder.buy('es', 2))];
    const [before, balance] = [await endsOf(ids), await holder.balance()];
    const asked = await quote(holder, ids);
    // The price list for 10 of France, and for 2 of Spain.
    expect(asked).toMatchObject({ qty: 12, left_out: 0, total_cents: 10 * 260 + 2 * 270, in_background: false });

    const answer = await renew(holder, ids);
    expect(answer).toMatchObject({ outcome: 'renewed', qty: 12, total_cents: asked.total_cents });
    expect(await endsOf(ids)).toEqual(before.map((end) => end + PERIOD_MS));
    expect(await holder.balance()).toBe(balance - asked.total_cents);

    const { entries } = await holder.call.billing.ledger({ kind: 'renewal' });
    const number = 'invoice_number' in answer ? answer.invoice_number : null;
    expect(entries).toMatchObject([{ amount: -asked.total_cents / 100, invoice_number: number, order_id: null }]);
    const invoice = await holder.call.billing.invoice({ number: number ?? '' });
    expect(invoice.lines.map(({ qty, total }) => [qty, total])).toEqual([
      [10, 26],
      [2, 5.4],
    ]);
    await expectAllWell();
  });

  test('of a proxy that was renewed begins where the last one ended', async () => {
    const ids = await holder.buy('eu', 1);
    const [before = 0] = await endsOf(ids);
    await renew(holder, ids);
    await renew(holder, ids);
    expect(await endsOf(ids)).toEqual([before + 2 * PERIOD_MS]);
    await expectAllWell();
  });

  test('does not count towards the 24-hour cap', async () => {
    const ids = await holder.buy('fr', 1);
    const { cap } = await holder.call.orders.offer();
    await renew(holder, ids);
    expect((await holder.call.orders.offer()).cap.remaining).toBe(cap.remaining);
  });

  test('of an order leaves its replay with the new end', async () => {
    const key = randomUUID();
    const input = { country: 'fr' as const, qty: 1, idempotencyKey: key, price: 0 };
    const bought = await holder.call.orders.buy(input);
    const [proxy] = bought.order.proxies;
    await renew(holder, [proxy?.proxy_id ?? '']);
    const again = await holder.call.orders.buy(input);
    expect(again.outcome).toBe('replayed');
    expect(Date.parse(again.order.proxies[0]?.expires_at ?? '')).toBe(Date.parse(proxy?.expires_at ?? '') + PERIOD_MS);
  });
});

test('the invoice of a renewal is credited like any other', async () => {
  const ids = await holder.buy('fr', 1);
  const answer = await renew(holder, ids);
  const number = ('invoice_number' in answer && answer.invoice_number) || '';
  const before = await holder.balance();
  for (const [amountCents, outcome] of [
    [100, 'credited'],
    [191, 'exceeds'],
    [null, 'credited'],
  ] as const) {
    const made = await services().db.transaction(async (tx) => {
      const account = await lock(tx, holder.principal.accountId);
      if (!account) throw new Error('the holder has no money');
      return creditInvoice(tx, account, { number, amountCents: amountCents && cents(amountCents), reason: 'Out of service' });
    });
    expect(made.outcome).toBe(outcome);
  }
  expect(await holder.balance()).toBe(before + 290);
  await expectAllWell();
});

describe('a repeated request', () => {
  test('under the same key is charged once, also where both come at the same moment and the price has moved since', async () => {
    const ids = await holder.buy('fr', 3);
    const [before, balance] = [await endsOf(ids), await holder.balance()];
    const { total_cents: total } = await quote(holder, ids);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => renew(holder, ids, { key, total })));
    for (const answer of answers) expect(answer).toMatchObject({ outcome: 'renewed', qty: 3, total_cents: total });
    expect(await renew(holder, ids, { key, total: 1 })).toMatchObject({ qty: 3, total_cents: total });
    expect(await endsOf(ids)).toEqual(before.map((end) => end + PERIOD_MS));
    expect(await holder.balance()).toBe(balance - total);
    await expectAllWell();
  });

  test('under other keys at the same moment renews from the same end once', async () => {
    const ids = await holder.buy('fr', 2);
    const before = await endsOf(ids);
    const { total_cents: total } = await quote(holder, ids);
    const outcomes = await Promise.allSettled([renew(holder, ids, { total }), renew(holder, ids, { total })]);
    const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
    // Whether the second saw the new end before it began is chance; what was charged is what was prolonged.
    expect(await endsOf(ids)).toEqual(before.map((end) => end + done * PERIOD_MS));
    expect(await prisma().renewalProxy.count({ where: { proxyId: { in: ids } } })).toBe(done * 2);
    await expectAllWell();
  });
});

describe('is refused, and nothing is debited,', () => {
  test('where the price has moved', async () => {
    const ids = await holder.buy('es', 1);
    const [before, balance] = [await endsOf(ids), await holder.balance()];
    const { total_cents: total } = await quote(holder, ids);
    await services().db.transaction((tx) => setPriceTier(tx, 'es', 1, cents(271)));
    await expect(renew(holder, ids, { total })).rejects.toMatchObject({ code: 'CONFLICT', cause: { code: 'renewal_changed' } });
    await services().db.transaction((tx) => setPriceTier(tx, 'es', 1, cents(270)));
    expect([await endsOf(ids), await holder.balance()]).toEqual([before, balance]);
  });

  test('where the balance does not reach', async () => {
    const poor = await newHolder(services(), 300);
    const ids = await poor.buy('fr', 1);
    const before = await endsOf(ids);
    await expect(renew(poor, ids)).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
      cause: { code: 'insufficient_balance', extra: { balance: 0.1, required: 2.9 } },
    });
    expect(await endsOf(ids)).toEqual(before);
    expect(await poor.balance()).toBe(10);
  });

  test('where the proxies are expired, nobody’s, or of another account', async () => {
    const stranger = await newHolder(services(), 100_00);
    const [expired, live] = [await holder.buy('fr', 1), await holder.buy('fr', 1)];
    await endIn(services(), expired, -1_000);
    expect(await quote(holder, [...expired, 'px_nobodys'])).toMatchObject({ qty: 0, left_out: 2, total_cents: 0 });
    expect(await quote(stranger, live)).toMatchObject({ qty: 0 });
    const before = await endsOf(live);
    for (const total of [0, 290]) {
      await expect(renew(holder, expired, { total })).rejects.toMatchObject({ cause: { code: 'renewal_changed' } });
      await expect(renew(stranger, live, { total })).rejects.toMatchObject({ cause: { code: 'renewal_changed' } });
    }
    expect(await endsOf(live)).toEqual(before);
    expect(await stranger.balance()).toBe(100_00);
  });

  test('with a malformed key or total, too many ids, or without any', async () => {
    for (const input of [
      { proxies: { ids: ['px_a'] }, key: 'short', total_cents: 1, qty: 1 },
      { proxies: { ids: ['px_a'] }, key: 'with spaces in it', total_cents: 1, qty: 1 },
      { proxies: { ids: ['px_a'] }, key: randomUUID(), total_cents: 0.5, qty: 1 },
      { proxies: { ids: Array<string>(4_001).fill('px_a') }, key: randomUUID(), total_cents: 1, qty: 1 },
      { proxies: { ids: [] }, key: randomUUID(), total_cents: 1, qty: 1 },
    ]) {
      await expect(holder.call.renewals.renew(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });
});

test('nothing is renewed where as much is due for another number of proxies', async () => {
  const own = await newHolder(services(), 100_00);
  const ids = await own.buy('fr', 3);
  await expect(renew(own, ids, { qty: 2 })).rejects.toMatchObject({ cause: { code: 'renewal_changed' } });
  await expect(renew(own, ids, { qty: 4 })).rejects.toMatchObject({ cause: { code: 'renewal_changed' } });
  expect(await renew(own, ids, { qty: 3 })).toMatchObject({ outcome: 'renewed', qty: 3 });
});

test('all that a filter finds is renewed, and no other', async () => {
  const own = await newHolder(services(), 100_00);
  const [spanish, french] = [await own.buy('es', 2), await own.buy('fr', 1)];
  const before = await endsOf([...spanish, ...french]);
  const found = { search: '', country: 'es' as const, sort: 'newest' as const };
  const { total_cents, qty } = await own.call.renewals.quote({ proxies: { found } });
  await own.call.renewals.renew({ proxies: { found }, key: randomUUID(), total_cents, qty });
  expect(await endsOf([...spanish, ...french])).toEqual([(before[0] ?? 0) + PERIOD_MS, (before[1] ?? 0) + PERIOD_MS, before[2]]);
});
