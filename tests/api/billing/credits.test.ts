/** Credit notes: money back once, never more than was invoiced, whoever asks at the same time. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Cents, cents } from '#server/kernel/money.ts';
import { balance, creditInvoice, lock, ownerOfInvoice } from '#server/plugins/billing/port.ts';
import type { Invoice, InvoiceSummary } from '#server/plugins/billing/schema.ts';
import { newSession, type Session } from '#tests/harness/session.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

async function invoiceOf(session: Session, qty: number): Promise<InvoiceSummary> {
  const bought = await session.mutate('orders.buy', { idempotencyKey: `credit-${randomUUID()}`, country: 'fr', qty });
  expect(bought).toMatchObject({ status: 200 });
  const { data } = await session.query('billing.invoices', { kind: 'invoice' });
  const [newest] = (data as { invoices: InvoiceSummary[] }).invoices;
  if (!newest) throw new Error('a purchase has an invoice');
  return newest;
}

function credit(session: Session, number: string, amountCents: Cents | null, reason = 'Out of service') {
  return site().services.db.transaction(async (tx) => {
    const account = await lock(tx, session.accountId);
    if (!account) throw new Error('the account has no books');
    return creditInvoice(tx, account, { number, amountCents, reason });
  });
}

async function read(session: Session, number: string): Promise<Invoice> {
  return (await session.query('billing.invoice', { number })).data as Invoice;
}

test('a credit gives the money back and has its note in the same series', async () => {
  const session = await newSession(site());
  const invoice = await invoiceOf(session, 2);
  const before = await balance(site().services.db, session.accountId);
  const done = await credit(session, invoice.number, cents(150), 'Two days without a connection');
  expect(done).toMatchObject({ outcome: 'credited', amountCents: 150, balanceCents: before + 150 });
  expect(await balance(site().services.db, session.accountId)).toBe(before + 150);

  const number = invoice.number.replace('-00001', '-00002');
  expect(await read(session, number)).toMatchObject({
    kind: 'credit_note',
    gross: 1.5,
    order_id: invoice.order_id,
    corrects: { number: invoice.number, issued_at: invoice.issued_at },
    reason: 'Two days without a connection',
    credited_by: [],
    lines: [{ qty: 1, total: 1.5 }],
  });
  expect(await read(session, invoice.number)).toMatchObject({ corrects: null, credited_by: [{ number, gross: 1.5 }] });

  const list = await session.query('billing.invoices', {});
  expect(list.data).toMatchObject({ total: 2, invoices: [{ number, kind: 'credit_note' }, { number: invoice.number }] });
  expect((list.data as { sums: { gross: number } }).sums.gross).toBeCloseTo(invoice.gross - 1.5, 5);
  expect((await session.query('billing.invoices', { kind: 'credit_note' })).data).toMatchObject({ total: 1 });

  const ledger = await session.query('billing.ledger', {});
  expect(ledger.data).toMatchObject({
    entries: [{ kind: 'refund', amount: 1.5, invoice_number: number, order_id: invoice.order_id }, { kind: 'purchase' }, {}],
  });
});

test('parts of any size give back net and VAT of the invoice to the cent, and then no more', async () => {
  const session = await newSession(site());
  const invoice = await invoiceOf(session, 3);
  let left = Math.round(invoice.gross * 100);
  for (const part of [1, 7, 33, 333]) {
    expect(await credit(session, invoice.number, cents(part))).toMatchObject({ outcome: 'credited', leftCents: left - part });
    left -= part;
  }
  expect(await credit(session, invoice.number, cents(left + 1))).toEqual({ outcome: 'exceeds', leftCents: left });
  expect(await credit(session, invoice.number, cents(-1))).toEqual({ outcome: 'exceeds', leftCents: left });
  expect(await credit(session, invoice.number, null)).toMatchObject({ outcome: 'credited', amountCents: left, leftCents: 0 });
  expect(await credit(session, invoice.number, null)).toEqual({ outcome: 'exceeds', leftCents: 0 });
  expect((await session.query('billing.invoices', {})).data).toMatchObject({ sums: { net: 0, vat: 0, gross: 0 } });
});

test('all of an invoice is credited line by line', async () => {
  const session = await newSession(site());
  const invoice = await invoiceOf(session, 2);
  const done = await credit(session, invoice.number, null);
  if (done.outcome !== 'credited') throw new Error(done.outcome);
  expect((await read(session, done.number)).lines).toEqual((await read(session, invoice.number)).lines);
});

test('two credits at once never give back more than the invoice', async () => {
  const session = await newSession(site());
  const invoice = await invoiceOf(session, 1);
  const most = Math.round(invoice.gross * 100);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => credit(session, invoice.number, cents(most - 10))));
  expect(outcomes.filter(({ outcome }) => outcome === 'credited')).toHaveLength(1);
  expect(outcomes.filter(({ outcome }) => outcome === 'exceeds')).toHaveLength(7);
  expect((await read(session, invoice.number)).credited_by).toHaveLength(1);
});

test('credits race purchases, and the series stays without a gap', async () => {
  const session = await newSession(site());
  const invoice = await invoiceOf(session, 1);
  const bought = Array.from({ length: 4 }, () =>
    session.mutate('orders.buy', { idempotencyKey: `credit-${randomUUID()}`, country: 'es', qty: 1 }),
  );
  await Promise.all([...bought, ...Array.from({ length: 4 }, () => credit(session, invoice.number, cents(1)))]);
  const { data } = await session.query('billing.invoices', {});
  const numbers = (data as { invoices: InvoiceSummary[] }).invoices.map(({ number }) => Number(number.split('-')[1]));
  expect(numbers).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('what is no invoice of the account is not credited', async () => {
  const [session, stranger] = [await newSession(site()), await newSession(site())];
  const invoice = await invoiceOf(session, 1);
  expect(await credit(stranger, invoice.number, null)).toEqual({ outcome: 'no_invoice' });
  const done = await credit(session, invoice.number, cents(1));
  if (done.outcome !== 'credited') throw new Error(done.outcome);
  expect(await credit(session, done.number, null)).toEqual({ outcome: 'is_credit_note' });
  expect(await ownerOfInvoice(site().services.db, invoice.number)).toBe(session.accountId);
  expect(await ownerOfInvoice(site().services.db, 'R999999-99999')).toBeNull();
});

test('the database itself refuses a credit note beyond its invoice', async () => {
  const session = await newSession(site());
  const invoice = await invoiceOf(session, 1);
  await credit(session, invoice.number, null);
  const again = site().services.db.prisma.$executeRaw`
    INSERT INTO invoices SELECT * FROM jsonb_populate_record(NULL::invoices, (
      SELECT to_jsonb(note) || jsonb_build_object('seq', 9, 'number', number || '-again', 'ledger_seq', 1)
      FROM invoices note WHERE account_id = ${session.accountId} AND kind = 'credit_note'))`;
  await expect(again).rejects.toThrow(/gives back more/);
});
