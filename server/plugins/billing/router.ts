/** Billing procedures: the account's own balance, ledger and invoices, and nobody else's. Amounts in euros. */
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { cents, toEuros, wholeCents } from '#server/kernel/money.ts';
import { periodOfDays } from '#server/kernel/period.ts';
import { accountProcedure, router, sessionProcedure } from '#server/kernel/trpc.ts';
import { start as startTask } from '../tasks/port.ts';
import { invoiceMonthTask } from './adapters/invoice-month-task.ts';
import { periodOfMonth } from './rules.ts';
import {
  balanceSchema,
  detailsOutput,
  invoiceInput,
  invoiceListInput,
  invoiceListOutput,
  invoiceMonthInput,
  invoiceSchema,
  ledgerListInput,
  ledgerListOutput,
  lowBalanceInput,
  lowBalanceSchema,
  setDetailsInput,
  spendingSchema,
} from './schema.ts';
import { buyer, setDetails } from './store/details.ts';
import * as invoices from './store/invoices.ts';
import * as ledger from './store/ledger.ts';
import * as lowBalance from './store/low-balance.ts';
import * as money from './store/money.ts';
import { spendingByDay } from './store/spending.ts';

/** Entries or invoices on one page. */
const PAGE_SIZE = 50;
/** Days of spending that the overview shows. */
const SPENDING_DAYS = 30;

export const billingRouter = router({
  /** What the next invoice says of the buyer. */
  details: sessionProcedure.output(detailsOutput).query(({ ctx }) => buyer(ctx.services.db, ctx.principal.accountId)),

  /** Changes what the next invoice says of the buyer. */
  setDetails: sessionProcedure
    .input(setDetailsInput)
    .mutation(({ ctx, input }) => setDetails(ctx.services.db, ctx.principal.accountId, input)),

  /** The balance in euros (specification section 4, GET /balance). */
  balance: accountProcedure.output(balanceSchema).query(async ({ ctx }) => ({
    balance: toEuros(await money.balance(ctx.services.db, ctx.principal.accountId)),
    currency: 'EUR' as const,
  })),

  /** A page of the ledger, newest entry first. */
  ledger: sessionProcedure
    .input(ledgerListInput)
    .output(ledgerListOutput)
    .query(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const { accountId } = ctx.principal;
      const filter = { kind: input.kind ?? null, ...periodOfDays(input.from, input.to) };
      const [rows, sums] = await Promise.all([
        ledger.ledgerPage(db, accountId, filter, { limit: PAGE_SIZE, offset: (input.page - 1) * PAGE_SIZE }),
        ledger.ledgerSums(db, accountId, filter),
      ]);
      return {
        entries: rows.map((row) => ({
          seq: row.seq,
          kind: row.kind,
          amount: toEuros(row.amount_cents),
          balance: toEuros(row.balance_after_cents),
          order_id: row.order_id,
          renewal_id: row.renewal_id,
          invoice_number: row.invoice_number,
          payment_id: row.payment_id,
          note: row.note,
          created_at: row.created_at.toISOString(),
        })),
        total: sums.entries,
        money_in: toEuros(sums.in_cents),
        money_out: toEuros(sums.out_cents),
        page_size: PAGE_SIZE,
      };
    }),

  /** Below which balance the account holder is warned by mail. */
  lowBalance: sessionProcedure.output(lowBalanceSchema).query(async ({ ctx }) => {
    const { belowCents, balanceCents } = await lowBalance.lowBalance(ctx.services.db, ctx.principal.accountId);
    return {
      below: belowCents === null ? null : toEuros(belowCents),
      is_below: belowCents !== null && balanceCents < belowCents,
    };
  }),

  /** Has debits that take the balance below an amount be told by mail. */
  setLowBalance: sessionProcedure.input(lowBalanceInput).mutation(async ({ ctx, input }) => {
    const below = input.below === null ? null : wholeCents(input.below);
    await lowBalance.setLowBalance(ctx.services.db, ctx.principal.accountId, below);
  }),

  /** What was spent on proxies over the last 30 days. */
  spending: sessionProcedure.output(spendingSchema).query(async ({ ctx }) => {
    const days = await spendingByDay(ctx.services.db, ctx.principal.accountId, SPENDING_DAYS);
    const total = days.reduce((sum, day) => sum + day.spent_cents, 0);
    return { days: days.map(({ day, spent_cents: spent }) => ({ day, spent: toEuros(spent) })), total: toEuros(cents(total)) };
  }),

  /** A page of the invoices, newest first. */
  invoices: sessionProcedure
    .input(invoiceListInput)
    .output(invoiceListOutput)
    .query(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const { accountId } = ctx.principal;
      const filter = { search: input.search ?? null, kind: input.kind ?? null, ...periodOfMonth(input.month) };
      const [found, sums, months] = await Promise.all([
        invoices.invoicePage(db, accountId, filter, { limit: PAGE_SIZE, offset: (input.page - 1) * PAGE_SIZE }),
        invoices.invoiceSums(db, accountId, filter),
        invoices.invoiceMonths(db, accountId),
      ]);
      return {
        invoices: found,
        total: sums.invoices,
        sums: { net: toEuros(sums.net_cents), vat: toEuros(sums.vat_cents), gross: toEuros(sums.gross_cents) },
        months,
        page_size: PAGE_SIZE,
      };
    }),

  /** Begins to put all invoices of a month into one file; the task says how far that is. NOT_FOUND where the month has none. */
  zipInvoices: sessionProcedure
    .input(invoiceMonthInput)
    .output(z.object({ task_id: z.int() }))
    .mutation(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const { accountId } = ctx.principal;
      const sums = await invoices.invoiceSums(db, accountId, { search: null, kind: null, ...periodOfMonth(input.month) });
      if (sums.invoices === 0) throw new TRPCError({ code: 'NOT_FOUND', message: 'You have no invoice of this month.' });
      return { task_id: await startTask(db, accountId, invoiceMonthTask.name, input, sums.invoices) };
    }),

  /** One invoice, as it was frozen when it was issued. NOT_FOUND where the account has none under the number. */
  invoice: sessionProcedure
    .input(invoiceInput)
    .output(invoiceSchema)
    .query(async ({ ctx, input }) => {
      const invoice = await invoices.invoice(ctx.services.db, ctx.principal.accountId, input.number);
      if (!invoice) throw new TRPCError({ code: 'NOT_FOUND', message: 'You have no invoice with this number.' });
      return invoice;
    }),
});
