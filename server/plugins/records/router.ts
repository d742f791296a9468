/** Procedures of the records: what became of a purchase, and the log of API requests. The account's own, and nobody else's. */
import { limits } from '#server/kernel/limits.ts';
import { toEuros } from '#server/kernel/money.ts';
import { router, sessionProcedure } from '#server/kernel/trpc.ts';
import * as port from './port.ts';
import { callFilterOf, referenceOf } from './rules.ts';
import { type ApiCall, type Charge, callLimits, callListInput, callListOutput, chargeInput, chargeOutput } from './schema.ts';
import * as store from './store.ts';

const lineOf = ({ at, ...row }: store.ApiCallRow): ApiCall => ({ at: at.toISOString(), ...row });

const chargeOf = ({ verdict, key, order, movements, proxies, attempts }: port.Charge): Charge => ({
  verdict,
  key,
  order: order && {
    order_id: order.id,
    channel: order.channel,
    status: order.status,
    country: order.country,
    qty: order.qty,
    total: toEuros(order.total_cents),
    discount: toEuros(order.discount_cents),
    created_at: order.created_at.toISOString(),
  },
  movements: movements.map((row) => ({
    seq: row.seq,
    kind: row.kind,
    amount: toEuros(row.amount_cents),
    balance: toEuros(row.balance_after_cents),
    invoice_number: row.invoice_number,
    created_at: row.created_at.toISOString(),
  })),
  proxies: proxies.map((row) => ({
    proxy_id: row.id,
    username: row.username,
    country: row.country,
    expires_at: row.expires_at.toISOString(),
  })),
  attempts: attempts.map(({ total: _, ...row }) => lineOf(row)),
  attempts_total: attempts[0]?.total ?? 0,
});

export const recordsRouter = router({
  /**
   * Whether and how often a purchase was charged, by orders and ledger, with all that is known of it. What another account has is as
   * unknown as what nobody has.
   */
  charge: sessionProcedure
    .input(chargeInput)
    .output(chargeOutput)
    .query(async ({ ctx, input }) => {
      const charges = await port.charges(ctx.services.db, ctx.principal.accountId, input.reference);
      const { orderId, proxy } = referenceOf(input.reference);
      const takenAs = proxy !== null ? ('proxy' as const) : orderId !== null ? ('order' as const) : ('nothing' as const);
      return { charges: charges.map(chargeOf), taken_as: charges.length > 0 ? null : takenAs };
    }),

  /** A page of the log of API requests, newest first. */
  calls: sessionProcedure
    .input(callListInput)
    .output(callListOutput)
    .query(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const { accountId } = ctx.principal;
      const { pageSize, paged } = callLimits;
      const filter = callFilterOf(input);
      const offset = (input.page - 1) * pageSize;
      const [rows, total] = await Promise.all([
        offset < paged ? store.callPage(db, accountId, limits.requestLogDays, filter, { limit: pageSize, offset }) : [],
        store.countCalls(db, accountId, limits.requestLogDays, filter, paged),
      ]);
      return { calls: rows.map(lineOf), total, most: paged, page_size: pageSize };
    }),
});
