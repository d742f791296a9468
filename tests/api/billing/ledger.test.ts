/** The ledger: an account reads its own movements, all of them, and each of them once. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import type { LedgerEntry } from '#server/plugins/billing/schema.ts';
import { putCredits } from '#tests/harness/books.ts';
import { newSession, type Session } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

interface Ledger {
  entries: LedgerEntry[];
  total: number;
  money_in: number;
  money_out: number;
}

async function ledger(session: Session, input: object = {}): Promise<Ledger> {
  const answer = await session.query('billing.ledger', input);
  expect(answer).toMatchObject({ status: 200 });
  return answer.data as Ledger;
}

async function csv(session: Session, question = ''): Promise<string[]> {
  const answer = await session.get(`/client/balance/ledger.csv${question}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="balance-\d{4}-\d\d-\d\d\.csv"$/);
  return (await answer.text()).split('\r\n');
}

async function buy(session: Session, qty: number): Promise<number> {
  const answer = await session.mutate('orders.buy', { idempotencyKey: `ledger-${randomUUID()}`, country: 'fr', qty });
  expect(answer).toMatchObject({ status: 200 });
  return (answer.data as { order: { order_id: number } }).order.order_id;
}

test('every movement stands there with its sign and what was left, newest first', async () => {
  const session = await newSession(site());
  const orderId = await buy(session, 2);
  await adjustBalance(site().services.db, session.accountId, cents(-250), '=1+1, "a fee"');
  const { entries, total, money_in: moneyIn, money_out: moneyOut } = await ledger(session);
  expect(total).toBe(3);
  const [debit, purchase, credit] = entries;
  expect(credit).toMatchObject({ kind: 'credit', amount: 100, balance: 100, order_id: null, note: 'Balance of a test' });
  expect(purchase).toMatchObject({ kind: 'purchase', order_id: orderId, invoice_number: expect.stringMatching(/^R\d+-00001$/) });
  expect(purchase?.balance).toBeCloseTo(100 + (purchase?.amount ?? 0), 5);
  expect(debit).toMatchObject({ kind: 'debit', amount: -2.5 });
  expect(moneyIn).toBe(100);
  expect(moneyOut).toBeCloseTo((purchase?.amount ?? 0) - 2.5, 5);
  const balance = await session.query('billing.balance');
  expect(balance.data).toMatchObject({ balance: debit?.balance });

  expect(await ledger(session, { kind: 'purchase' })).toMatchObject({ total: 1, money_in: 0 });
  const [head, first, second, , end] = await csv(session);
  expect(head).toBe('entry,date,kind,order,invoice,note,amount_eur,balance_eur');
  expect(first).toMatch(/^3,\d{4}-\d\d-\d\dT[\d:.]+Z,debit,,,"'=1\+1, ""a fee""",-2\.50,\d+\.\d\d$/);
  expect(second).toContain(`,purchase,${orderId},${purchase?.invoice_number},,-`);
  expect(end).toBe('');
  expect(await csv(session, '?kind=purchase')).toHaveLength(3);
});

test('days belong to the range whole, and a long ledger is read in pages and downloaded whole', async () => {
  const session = await newSession(site());
  await putCredits(site(), session.accountId, 2_100, new Date('2026-01-01T00:00:00Z'));
  const { total, entries } = await ledger(session, { page: 2 });
  expect({ total, first: entries[0]?.seq, last: entries.at(-1)?.seq }).toEqual({ total: 2_101, first: 2_051, last: 2_002 });
  expect(await ledger(session, { from: '2026-01-02', to: '2026-01-02' })).toMatchObject({ total: 24, money_in: 0.24 });
  expect(await ledger(session, { from: '2026-01-03', to: '2026-01-02' })).toMatchObject({ total: 0, entries: [] });
  expect(await ledger(session, { page: 1_000 })).toMatchObject({ total: 2_101, entries: [] });

  const lines = await csv(session);
  expect(lines.slice(1, -1).map((line) => Number(line.split(',')[0]))).toEqual(
    Array.from({ length: 2_101 }, (_, nth) => 2_101 - nth),
  );
  expect(await csv(session, '?from=2026-01-02&to=2026-01-02')).toHaveLength(26);
});

test.each([{ kind: 'gift' }, { from: '2026-02-30' }, { to: '0001-01-01' }, { from: '21.11.2026' }, { page: 0 }, { page: 1.5 }])(
  'a filter like %j is refused',
  async (input) => {
    const session = await newSession(site());
    expect((await session.query('billing.ledger', input)).status).toBe(400);
  },
);

test("nobody reads another account's movements, and a guest none at all", async () => {
  const owner = await newSession(site());
  await buy(owner, 1);
  const stranger = await newSession(site());
  const { entries } = await ledger(stranger);
  expect(entries.map((entry) => entry.note)).toEqual(['Balance of a test']);
  expect((await csv(stranger)).join()).not.toContain('purchase');

  const guest = await fetch(`http://127.0.0.1:${site().port}/client/balance/ledger.csv`, { redirect: 'manual' });
  expect(guest.status).toBe(307);
  expect(guest.headers.get('location')).toContain('/sign-in?next=%2Fclient%2Fbalance');
  expect(await guest.text()).not.toContain('credit');
});
