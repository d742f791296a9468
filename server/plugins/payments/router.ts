/** Procedures of payments: the account's own top-ups, and nobody else's. Amounts in euros. */
import { TRPCError } from '@trpc/server';
import { toEuros, wholeCents } from '#server/kernel/money.ts';
import { type Principal, router, sessionProcedure } from '#server/kernel/trpc.ts';
import * as billing from '../billing/port.ts';
import { decide, sandbox } from './adapters/sandbox.ts';
import { beginTopUp, confirm, currentProvider, settle } from './port.ts';
import { receiptNumber, standingOf, topUpBounds } from './rules.ts';
import {
  type Payment,
  paymentInput,
  paymentListInput,
  paymentListOutput,
  paymentOutput,
  receiptOutput,
  sandboxInput,
  topUpInput,
  topUpOffer,
  topUpOutput,
} from './schema.ts';
import * as store from './store/payments.ts';

/** Payments on one page. */
const PAGE_SIZE = 10;

const noSuchPayment = () => new TRPCError({ code: 'NOT_FOUND', message: 'You have no payment with this id.' });

/** A payment as its payer sees it; whoever looks at the account of another is not taken to the checkout. */
function paymentOf(row: store.PaymentRow & { receipt_seq: number | null }, { viewer }: Pick<Principal, 'viewer'>): Payment {
  return {
    id: row.id,
    provider: row.provider,
    amount: toEuros(row.amount_cents),
    standing: standingOf({
      amountCents: row.amount_cents,
      state: row.state,
      closed: row.closed_at !== null,
      creditedCents: row.credited_cents,
      refundedCents: row.refunded_cents,
      chargedBackCents: row.charged_back_cents,
      dispute: row.dispute,
    }),
    refunded: toEuros(row.refunded_cents),
    charged_back: toEuros(row.charged_back_cents),
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    checkout_url: row.state === 'created' && !viewer ? row.checkout_url : null,
    provider_reference: row.intent ?? row.reference,
    receipt_number: row.receipt_seq === null ? null : receiptNumber(row.account_id, row.receipt_seq),
  };
}

export const paymentsRouter = router({
  /** Whether, through whom and within which bounds the balance can be topped up. */
  offer: sessionProcedure.output(topUpOffer).query(({ ctx }) => ({
    provider: topUpOffer.shape.provider.catch('none').parse(currentProvider(ctx.services)?.name),
    min: toEuros(topUpBounds.min),
    max: toEuros(topUpBounds.max),
  })),

  /** Begins a top-up. The browser then goes to `url`, and comes back to the payment's page. */
  topUp: sessionProcedure
    .input(topUpInput)
    .output(topUpOutput)
    .mutation(async ({ ctx, input }) => {
      const begun = await beginTopUp(ctx.services, ctx.principal, { ...input, amountCents: wholeCents(input.amount) });
      return { payment_id: begun.paymentId, url: begun.url };
    }),

  /** A page of the account's payments, newest first. */
  list: sessionProcedure
    .input(paymentListInput)
    .output(paymentListOutput)
    .query(async ({ ctx, input }) => {
      const rows = await store.page(ctx.services.db, ctx.principal.accountId, PAGE_SIZE, (input.page - 1) * PAGE_SIZE);
      return { payments: rows.map((row) => paymentOf(row, ctx.principal)), total: rows[0]?.total ?? 0, page_size: PAGE_SIZE };
    }),

  /** One payment, as the site has it. */
  one: sessionProcedure
    .input(paymentInput)
    .output(paymentOutput)
    .query(async ({ ctx, input }) => {
      const row = await store.one(ctx.services.db, ctx.principal.accountId, input.id);
      if (!row) throw noSuchPayment();
      return paymentOf(row, ctx.principal);
    }),

  /** One payment, once its provider was asked how it stands: for whoever just came back from paying. */
  confirm: sessionProcedure
    .input(paymentInput)
    .output(paymentOutput)
    .mutation(async ({ ctx, input }) => {
      const row = await confirm(ctx.services, ctx.principal.accountId, input.id);
      if (!row) throw noSuchPayment();
      return paymentOf(row, ctx.principal);
    }),

  /** The receipt of a payment that was credited. */
  receipt: sessionProcedure
    .input(paymentInput)
    .output(receiptOutput)
    .query(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const { accountId, email } = ctx.principal;
      const row = await store.one(db, accountId, input.id);
      if (!row || row.receipt_seq === null || row.paid_at === null) throw noSuchPayment();
      const [seller, buyer] = await Promise.all([billing.seller(db), billing.buyer(db, accountId)]);
      return {
        payment: paymentOf(row, ctx.principal),
        receipt_number: receiptNumber(accountId, row.receipt_seq),
        paid_at: row.paid_at.toISOString(),
        seller: {
          legal_name: seller.legalName,
          address_lines: seller.addressLines,
          country_code: seller.countryCode,
          vat_id: seller.vatId,
        },
        payer: { email, ...buyer },
      };
    }),

  /** The sandbox's checkout: pays or declines. NOT_FOUND where the sandbox is not switched on. */
  decideInSandbox: sessionProcedure
    .input(sandboxInput)
    .output(paymentOutput)
    .mutation(async ({ ctx, input }) => {
      const { services, principal } = ctx;
      const row = await store.one(services.db, principal.accountId, input.id);
      if (!sandbox.isConfigured(services.env) || row?.provider !== sandbox.name) throw noSuchPayment();
      await decide(services, input.id, input.outcome);
      await settle(services, input.id);
      const settled = await store.one(services.db, principal.accountId, input.id);
      if (!settled) throw noSuchPayment();
      return paymentOf(settled, principal);
    }),
});
