/** Procedures of the desk's overview. Amounts in euros, days in UTC. */
import { Country } from '#server/kernel/countries.ts';
import { cents, toEuros } from '#server/kernel/money.ts';
import { router, supportProcedure } from '#server/kernel/trpc.ts';
import { salesByDay } from '../../billing/port.ts';
import { failuresByDay, waiting } from '../../orders/port.ts';
import { countHeldPayments } from '../../payments/port.ts';
import { offers, stock } from '../../proxies/port.ts';
import { callsByHour, costsByDay, suppliers } from '../../suppliers/port.ts';
import { claimsInShort } from '../port/claims.ts';
import { OVERVIEW } from '../rules.ts';
import { lastVerification, requestVerification } from '../store/verifications.ts';

const HOUR_MS = 60 * 60 * 1_000;

export const overviewRouter = router({
  /** Sales of the last 30 days, oldest first: with VAT, and the margin, which is what is left without VAT once suppliers are paid. */
  sales: supportProcedure.query(async ({ ctx }) => {
    const { db } = ctx.services;
    const [sold, costs] = await Promise.all([salesByDay(db, OVERVIEW.days), costsByDay(db, OVERVIEW.days)]);
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

  /**
   * Failed orders: how many wait, since when, the euros that they hold; and day by day how many failed and how many were settled. With them
   * the number of payments on hold.
   */
  failures: supportProcedure.query(async ({ ctx }) => {
    const { db } = ctx.services;
    const [{ count, heldCents, oldestAt }, days, payments] = await Promise.all([
      waiting(db),
      failuresByDay(db, OVERVIEW.days),
      countHeldPayments(db),
    ]);
    return { count, oldest_at: oldestAt?.toISOString() ?? null, held: toEuros(heldCents), payments_on_hold: payments, days };
  }),

  /** The remote suppliers, their health, and how often they answered as they should in each hour, the oldest first. */
  suppliers: supportProcedure.query(async ({ ctx }) => {
    const { services } = ctx;
    const [all, calls] = await Promise.all([suppliers(services), callsByHour(services.db, OVERVIEW.hours)]);
    const counted = new Map(calls.map((row) => [`${row.supplier_id} ${row.hour.getTime()}`, row]));
    const thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const hours = Array.from({ length: OVERVIEW.hours }, (_, nth) => thisHour - (OVERVIEW.hours - 1 - nth) * HOUR_MS);
    return all.map((supplier) => ({
      id: supplier.id,
      name: supplier.name,
      health: supplier.health,
      problem: supplier.problem,
      seen_at: supplier.seenAt?.toISOString() ?? null,
      balance: supplier.balanceCents === null ? null : toEuros(cents(supplier.balanceCents)),
      available: supplier.countries.reduce((sum, { available }) => sum + available, 0),
      hours: hours.map((hour) => {
        const row = counted.get(`${supplier.id} ${hour}`);
        return { hour: new Date(hour).toISOString(), worked: row?.worked ?? 0, failed: row?.failed ?? 0 };
      }),
    }));
  }),

  /** What suppliers were paid, or may have been, for proxies that nobody got: how often, and about how many euros. */
  claims: supportProcedure.query(({ ctx }) => claimsInShort(ctx.services)),

  /** What the last check of all invariants found. */
  invariants: supportProcedure.query(async ({ ctx }) => {
    const { finished_at, ok, checked, violations, running } = await lastVerification(ctx.services.db);
    return { finished_at: finished_at?.toISOString() ?? null, ok, checked, violations: violations ?? [], running };
  }),

  /** Asks for a check now. */
  verify: supportProcedure.mutation(({ ctx }) => requestVerification(ctx.services.db, ctx.principal.accountId)),
});
