/** «Was I charged?»: exact for every end that a purchase can have, and silent about what is another's. */
import { expect, test, vi } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import type { Charge, ChargeOutput } from '#server/plugins/records/schema.ts';
import { lockAccount } from '#tests/harness/locks.ts';
import { nextMoment } from '#tests/harness/next-moment.ts';
import { putOrder } from '#tests/harness/orders.ts';
import { created, newKey, newReseller, type Reseller, replayed } from '#tests/harness/reseller.ts';
import { type Session, sessionOf } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

async function ask(session: Session, reference: string): Promise<ChargeOutput> {
  const answer = await session.query('records.charge', { reference });
  expect(answer).toMatchObject({ status: 200 });
  return answer.data as ChargeOutput;
}

async function only(session: Session, reference: string): Promise<Charge> {
  const { charges } = await ask(session, reference);
  expect(charges).toHaveLength(1);
  return charges[0] as Charge;
}

/** The answer once the log has so many attempts; a line comes about a second after its request. */
async function withAttempts(session: Session, reference: string, count: number): Promise<Charge> {
  await vi.waitUntil(async () => (await only(session, reference)).attempts_total === count, { timeout: 30_000, interval: 200 });
  return only(session, reference);
}

async function somebody(options: Parameters<typeof newReseller>[1] = {}): Promise<{ reseller: Reseller; session: Session }> {
  const reseller = await newReseller(site(), options);
  return { reseller, session: await sessionOf(site(), reseller) };
}

test('a purchase is charged once, however often it is replayed, and found by key, order and proxy', async () => {
  const { reseller, session } = await somebody();
  const key = newKey();
  const order = created(await reseller.buy(key, { country: 'fr', qty: 2 }));
  for (let time = 0; time < 2; time += 1) {
    await nextMoment();
    replayed(await reseller.buy(key, { country: 'fr', qty: 2 }));
  }
  await nextMoment();
  expect((await reseller.buy(key, { country: 'es', qty: 2 })).status).toBe(422);

  const charge = await withAttempts(session, key, 4);
  expect(charge).toMatchObject({
    verdict: 'charged',
    key,
    order: { order_id: order.order_id, channel: 'api', status: 'completed', country: 'fr', qty: 2, total: order.total_debited },
  });
  expect(charge.movements).toEqual([
    expect.objectContaining({ kind: 'purchase', amount: -order.total_debited, invoice_number: expect.stringMatching(/-00001$/) }),
  ]);
  expect(charge.proxies.map((proxy) => proxy.proxy_id)).toEqual(order.proxies.map((proxy) => proxy.proxy_id));
  expect(charge.attempts.map(({ status, code, replay, order_id: id }) => [status, code, replay, id])).toEqual([
    [201, null, false, order.order_id],
    [200, null, true, order.order_id],
    [200, null, true, order.order_id],
    [422, 'idempotency_key_reused', false, null],
  ]);
  for (const attempt of charge.attempts) expect(attempt.client_address).toMatch(/^(::ffff:)?127\./);

  const [proxy] = order.proxies;
  for (const reference of [`#${order.order_id}`, proxy?.proxy_id, proxy?.username, proxy?.access]) {
    expect(await only(session, String(reference))).toEqual(charge);
  }
  expect(JSON.stringify(await ask(session, String(proxy?.access)))).not.toContain(proxy?.password);
});

test('a key whose requests were all refused was never charged, until one buys', async () => {
  const { reseller, session } = await somebody({ balance: 1 });
  const key = newKey();
  expect((await reseller.buy(key, { country: 'fr', qty: 1 })).status).toBe(402);
  await nextMoment();
  expect((await reseller.buy(key, { country: 'xx', qty: 1 })).status).toBe(400);
  const refused = await withAttempts(session, key, 2);
  expect(refused).toMatchObject({ verdict: 'never', key, order: null, movements: [], proxies: [] });
  expect(refused.attempts.map((attempt) => attempt.code)).toEqual(['insufficient_balance', 'invalid_country']);

  await adjustBalance(site().services.db, reseller.accountId, cents(1_000), 'Top-up of a test');
  created(await reseller.buy(key, { country: 'fr', qty: 1 }));
  expect(await only(session, key)).toMatchObject({ verdict: 'charged', movements: [{ kind: 'purchase' }] });
});

test('a key that nobody ever sent was never charged', async () => {
  const { session } = await somebody();
  expect(await only(session, newKey())).toMatchObject({ verdict: 'never', order: null, attempts: [], attempts_total: 0 });
});

test('a purchase that is under way is neither charged nor not', async () => {
  const { reseller, session } = await somebody();
  const key = newKey();
  const hold = await lockAccount(site(), reseller);
  const buying = reseller.buy(key, { country: 'fr', qty: 1 });
  await hold.waitedFor();
  expect(await only(session, key)).toMatchObject({ verdict: 'in_progress', order: null });
  await hold.release();
  created(await buying);
  expect(await only(session, key)).toMatchObject({ verdict: 'charged' });
});

test.each([
  ['processing', [-100], 'settling'],
  ['failed', [-100], 'settling'],
  ['refunded', [-100, 100], 'refunded'],
] as const)('an order that is %s with the movements %j is %s', async (status, amounts, verdict) => {
  const { reseller, session } = await somebody();
  const key = newKey();
  const id = await putOrder(site(), reseller, { key, country: 'fr', qty: 1, status });
  for (const amount of amounts) await putMovement(reseller, id, amount);
  expect(await only(session, key)).toMatchObject({ verdict, order: { order_id: id, status } });
});

test('a purchase on the site is answered as well, without attempts', async () => {
  const { session } = await somebody();
  const key = newKey();
  const bought = await session.mutate('orders.buy', { idempotencyKey: key, country: 'es', qty: 1 });
  expect(bought).toMatchObject({ status: 200 });
  expect(await only(session, key)).toMatchObject({ verdict: 'charged', order: { channel: 'site' }, attempts: [] });
});

test("another account's key, order and proxy are as unknown as nobody's", async () => {
  const owner = await somebody();
  const stranger = await somebody();
  const key = newKey();
  const order = created(await owner.reseller.buy(key, { country: 'fr', qty: 1 }));
  await withAttempts(owner.session, key, 1);

  expect(await only(stranger.session, key)).toMatchObject({ verdict: 'never', order: null, attempts: [] });
  expect(await ask(stranger.session, `#${order.order_id}`)).toEqual({ charges: [], taken_as: 'order' });
  for (const reference of [order.proxies[0]?.proxy_id, order.proxies[0]?.username, order.proxies[0]?.access]) {
    expect(await ask(stranger.session, String(reference))).toEqual({ charges: [], taken_as: 'proxy' });
  }
  expect(await ask(stranger.session, 'no key, no order')).toEqual({ charges: [], taken_as: 'nothing' });
});

test('a key that is also the number of another order is answered with both', async () => {
  const { reseller, session } = await somebody();
  const id = await putOrder(site(), reseller, { country: 'fr', qty: 1, status: 'completed' });
  await site().services.db.prisma.order.update({ where: { id }, data: { id: 1_900_000_000 + id } });
  const number = String(1_900_000_000 + id);
  const order = created(await reseller.buy(number, { country: 'es', qty: 1 }));
  const { charges } = await ask(session, number);
  expect(charges.map((charge) => charge.order?.order_id).sort()).toEqual([1_900_000_000 + id, order.order_id].sort());
});

/** Writes a movement of an order as issue 5 will make them: the site's own stock leads to none but the purchase. */
async function putMovement({ accountId }: Reseller, orderId: number, amount: number): Promise<void> {
  await site().services.db.prisma.$executeRaw`
    WITH account AS (
      SELECT account_id, ledger_seq AS seq, balance_cents AS balance FROM billing_accounts WHERE account_id = ${accountId}
    ), entry AS (
      INSERT INTO ledger_entries (account_id, seq, previous_seq, kind, amount_cents, balance_before_cents, balance_after_cents, order_id)
      SELECT account_id, seq + 1, seq, CASE WHEN ${amount} < 0 THEN 'purchase' ELSE 'refund' END::"LedgerKind", ${amount}, balance,
             balance + ${amount}, ${orderId}
      FROM account
    )
    UPDATE billing_accounts SET ledger_seq = ledger_seq + 1, balance_cents = balance_cents + ${amount} WHERE account_id = ${accountId}`;
}
