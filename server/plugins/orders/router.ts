/** Order procedures: the same for the REST API and the client area. */
import { z } from 'zod';
import { toEuros, wholeCents } from '#server/kernel/money.ts';
import { toPercent } from '#server/kernel/percent.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import { accountProcedure, router, sessionProcedure } from '#server/kernel/trpc.ts';
import { buy, headroom, offer, stock } from './port.ts';
import {
  buyOutput,
  headroomSchema,
  offerInput,
  offerSchema,
  orderSummarySchema,
  siteBuyInput,
  stockInput,
  stockSchema,
} from './schema.ts';
import * as store from './store/orders.ts';

/** Orders that the overview shows. */
const RECENT = 10;

const channelOf = (principal: Principal) => (principal.via === 'api_key' ? 'api' : 'site');

export const ordersRouter = router({
  /** Stock and price of `qty` proxies in each country (specification section 4, GET /stock). Amounts in euros. */
  stock: accountProcedure
    .input(stockInput)
    .output(stockSchema)
    .query(async ({ ctx, input }) => ({
      currency: 'EUR' as const,
      stock: await stock(ctx.services, ctx.principal, input.qty, channelOf(ctx.principal)),
    })),

  /**
   * Buys proxies against the balance (specification section 4, POST /buy). Amounts in euros. Replays under the same key are safe. With
   * `expected_total`, on the site, vouchers count in, and the order is made at this total or refused with `price_changed`.
   */
  buy: accountProcedure
    .input(siteBuyInput)
    .output(buyOutput)
    .mutation(async ({ ctx, input: { expected_total: expected, keep, price, ...order } }) => {
      const result = await buy(ctx.services, ctx.principal, {
        ...order,
        channel: channelOf(ctx.principal),
        salePriceCents: wholeCents(price),
        shown: expected === undefined ? null : { totalCents: wholeCents(expected), keep },
      });
      const { purchase } = result;
      const made = {
        order_id: purchase.orderId,
        country: purchase.country,
        qty: purchase.qty,
        total_debited: toEuros(purchase.totalCents),
        proxies: purchase.proxies,
        balance: toEuros(purchase.balanceCents),
      };
      return result.outcome === 'replayed'
        ? { outcome: result.outcome, order: made }
        : {
            outcome: result.outcome,
            order: { ...made, discount: toEuros(result.discountCents), listed_in_resale: result.listedInResale },
          };
    }),

  /** Stock, prices with their discounts, balance and cap, for the page that buys. Amounts in cents. */
  offer: sessionProcedure
    .input(offerInput)
    .output(offerSchema)
    .query(async ({ ctx, input }) => {
      const { balanceCents, cap, remaining, returns, countries } = await offer(ctx.services, ctx.principal, input);
      return {
        balance_cents: balanceCents,
        cap: { per_day: cap, remaining, returns: returns.map((step) => ({ ...step, at: step.at.toISOString() })) },
        countries: countries.map(({ country, available, steps }) => ({
          country,
          available,
          steps: steps.map((step) => ({
            min_qty: step.minQty,
            list_unit_cents: step.listUnitCents,
            unit_cents: step.unitCents,
            available: step.available,
            discounts: step.candidates.map(({ kind, basisPoints, until, reference, outcome }) => ({
              kind,
              percentage: toPercent(basisPoints),
              until: until?.toISOString() ?? null,
              reference,
              outcome,
            })),
          })),
        })),
      };
    }),

  /** Where the account stands with its 24-hour cap. */
  headroom: sessionProcedure.output(headroomSchema).query(async ({ ctx }) => {
    const { cap, remaining, nextAt, wholeAt, hours } = await headroom(ctx.services, ctx.principal);
    return {
      per_day: cap,
      remaining,
      next_at: nextAt?.toISOString() ?? null,
      whole_at: wholeAt?.toISOString() ?? null,
      hours: hours.map((hour) => ({ ...hour, at: hour.at.toISOString() })),
    };
  }),

  /** The newest orders of the account, newest first. */
  recent: sessionProcedure.output(z.array(orderSummarySchema)).query(async ({ ctx }) =>
    (await store.recent(ctx.services.db, ctx.principal.accountId, RECENT)).map((order) => ({
      order_id: order.id,
      country: order.country,
      qty: order.qty,
      total_debited: toEuros(order.totalCents),
      status: order.status,
      channel: order.channel,
      created_at: order.createdAt.toISOString(),
    })),
  ),
});
