/** Procedures of the desk's overview. Amounts in euros, days in UTC. */
import { Country } from '#server/kernel/countries.ts';
import { cents, toEuros } from '#server/kernel/money.ts';
import { router, supportProcedure } from '#server/kernel/trpc.ts';
import { salesByDay } from '../../billing/port.ts';
import { offers, stock } from '../../proxies/port.ts';
import { costsByDay, suppliers } from '../../suppliers/port.ts';
import { queue } from '../port/settlement.ts';
import { lastVerification, requestVerification } from '../store/verifications.ts';

/** Days of sales that the overview shows. */
const DAYS = 30;

export const overviewRouter = router({
  /** Sales of the last 30 days, oldest first: with VAT, and the margin, which is what is left without VAT once suppliers are paid. */
  sales: supportProcedure.query(async ({ ctx }) => {
    const { db } = ctx.services;
    const [sold, costs] = await Promise.all([salesByDay(db, DAYS), costsByDay(db, DAYS)]);
    const days = sold.map(({ day, gross_cents: gross, net_cents: net }) => {
      const cost = costs.get(day) ?? 0;
      return { day, sales: toEuros(gross), margin: toEuros(cents(net - cost)), cost: toEuros(cents(cost)) };
    });
    return { days };
  }),

  /** Proxies that could be sold just now in each country: the site's own, and those of other suppliers. */
  stock: supportProcedure.query(async ({ ctx }) => {
    const { db, extensions } = ctx.services;
    const [available, offered] = await Promise.all([stock(db, extensions), offers(db, extensions)]);
    return Object.values(Country).map((country) => {
      const elsewhere = offered.filter((offer) => offer.country === country).reduce((sum, offer) => sum + offer.available, 0);
      return { country, own: available(country, null) - elsewhere, elsewhere };
    });
  }),

  /** Failed orders: how many, since when, and the euros that they hold. */
  failures: supportProcedure.query(async ({ ctx }) => {
    const { orders, held } = await queue(ctx.services);
    return { count: orders.length, oldest_at: orders[0]?.failed_at ?? null, held };
  }),

  /** The remote suppliers and their health. */
  suppliers: supportProcedure.query(async ({ ctx }) =>
    (await suppliers(ctx.services)).map((supplier) => ({
      id: supplier.id,
      name: supplier.name,
      health: supplier.health,
      problem: supplier.problem,
      seen_at: supplier.seenAt?.toISOString() ?? null,
      balance: supplier.balanceCents === null ? null : toEuros(cents(supplier.balanceCents)),
      available: supplier.countries.reduce((sum, { available }) => sum + available, 0),
    })),
  ),

  /** What the last check of all invariants found. */
  invariants: supportProcedure.query(async ({ ctx }) => {
    const { finished_at, ok, checked, violations, running } = await lastVerification(ctx.services.db);
    return { finished_at: finished_at?.toISOString() ?? null, ok, checked, violations: violations ?? [], running };
  }),

  /** Asks for a check now. */
  verify: supportProcedure.mutation(({ ctx }) => requestVerification(ctx.services.db, ctx.principal.accountId)),
});
