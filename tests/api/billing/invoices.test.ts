/** Invoices: an account finds its own and reads them whole, and nobody else's. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Invoice, InvoiceSummary } from '#server/plugins/billing/schema.ts';
import { clearOfMidnight } from '#tests/harness/midnight.ts';
import { newSession, type Session } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

interface Invoices {
  invoices: InvoiceSummary[];
  total: number;
  sums: { net: number; vat: number; gross: number };
  months: string[];
}

async function invoices(session: Session, input: object = {}): Promise<Invoices> {
  const answer = await session.query('billing.invoices', input);
  expect(answer).toMatchObject({ status: 200 });
  return answer.data as Invoices;
}

async function buy(session: Session, qty: number): Promise<{ order_id: number; total_debited: number }> {
  const answer = await session.mutate('orders.buy', { idempotencyKey: `invoice-${randomUUID()}`, country: 'es', qty });
  expect(answer).toMatchObject({ status: 200 });
  return (answer.data as { order: { order_id: number; total_debited: number } }).order;
}

const numbersOf = (list: Invoices) => list.invoices.map((invoice) => invoice.number);

test('each purchase has an invoice, found by number, order and month', async () => {
  await clearOfMidnight();
  const session = await newSession(site());
  const first = await buy(session, 1);
  const second = await buy(session, 3);
  const all = await invoices(session);
  const [newer, older] = numbersOf(all);
  expect(all.invoices.map(({ order_id, gross }) => ({ order_id, gross }))).toEqual([
    { order_id: second.order_id, gross: second.total_debited },
    { order_id: first.order_id, gross: first.total_debited },
  ]);
  expect(all.total).toBe(2);
  expect(all.sums.gross).toBeCloseTo(first.total_debited + second.total_debited, 5);
  expect(all.sums.net + all.sums.vat).toBeCloseTo(all.sums.gross, 5);

  expect(numbersOf(await invoices(session, { search: older?.toLowerCase() }))).toEqual([older]);
  expect(numbersOf(await invoices(session, { search: ' -00002 ' }))).toEqual([newer]);
  expect(numbersOf(await invoices(session, { search: String(first.order_id) }))).toContain(older);
  expect(numbersOf(await invoices(session, { search: '%' }))).toEqual([]);
  const [month] = all.months;
  expect(all.months).toEqual([all.invoices[0]?.issued_at.slice(0, 7)]);
  expect(numbersOf(await invoices(session, { month }))).toEqual([newer, older]);
  expect(await invoices(session, { month: '2020-02' })).toMatchObject({ total: 0, invoices: [], months: [month] });
});

test('an invoice says who sold what to whom, and adds up', async () => {
  const session = await newSession(site());
  const order = await buy(session, 4);
  const [{ number = '' } = {}] = (await invoices(session)).invoices;
  const answer = await session.query('billing.invoice', { number });
  expect(answer).toMatchObject({ status: 200 });
  const invoice = answer.data as Invoice;
  expect(invoice).toMatchObject({ number, order_id: order.order_id, gross: order.total_debited });
  expect(invoice.net + invoice.vat).toBeCloseTo(invoice.gross, 5);
  expect(invoice.vat_rate).toBeGreaterThan(0);
  expect(invoice.seller.legal_name).not.toBe('');
  expect(invoice.buyer.email).toMatch(/@example\.com$/);
  expect(invoice.lines).toMatchObject([{ qty: 4, total: order.total_debited }]);
});

test.each([{ month: '2026-13' }, { month: 'November' }, { search: 'x'.repeat(41) }, { search: 'a\u0000b' }, { page: 0 }])(
  'a filter like %j is refused',
  async (input) => {
    const session = await newSession(site());
    expect((await session.query('billing.invoices', input)).status).toBe(400);
  },
);

test("nobody finds or reads another account's invoice", async () => {
  const owner = await newSession(site());
  const { order_id: orderId } = await buy(owner, 1);
  const [number = ''] = numbersOf(await invoices(owner));
  const stranger = await newSession(site());
  expect(await invoices(stranger)).toMatchObject({ total: 0, months: [] });
  expect(await invoices(stranger, { search: number })).toMatchObject({ total: 0 });
  expect(await invoices(stranger, { search: String(orderId) })).toMatchObject({ total: 0 });
  expect(await stranger.query('billing.invoice', { number })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await owner.get(`/client/invoices/${number}`)).status).toBe(200);
  expect((await stranger.get(`/client/invoices/${number}`)).status).toBe(404);
  expect((await stranger.get('/client/invoices/nothing')).status).toBe(404);
});
