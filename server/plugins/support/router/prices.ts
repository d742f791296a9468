/** The desk's prices: price lists in force and to come, promo codes, and the odds of the wheel. */
import { cents, formatEuros } from '#server/kernel/money.ts';
import { toBasisPoints, toPercent } from '#server/kernel/percent.ts';
import { router, supportProcedure } from '#server/kernel/trpc.ts';
import * as pricing from '../../pricing/port.ts';
import * as promotions from '../../promotions/port.ts';
import * as schema from '../schema/prices.ts';
import { audit } from '../store/audit.ts';

const stepsOut = (steps: pricing.PriceList['steps']) =>
  steps.map(({ minQty, unitPriceCents }) => ({ min_qty: minQty, unit_price_cents: unitPriceCents }));
const stepsIn = (steps: readonly schema.PriceStep[]) =>
  steps.map(({ min_qty, unit_price_cents }) => ({ minQty: min_qty, unitPriceCents: unit_price_cents }));
/** A list as the audit keeps it: `from 1: 2.90, from 10: 2.60`. */
const listText = (steps: pricing.PriceList['steps']) =>
  [...steps]
    .sort((one, other) => one.minQty - other.minQty)
    .map(({ minQty, unitPriceCents }) => `from ${minQty}: ${formatEuros(cents(unitPriceCents))}`)
    .join(', ');

const prizesOut = (prizes: readonly promotions.WheelPrize[]) =>
  prizes.map(({ discountBp, weight }) => ({ percentage: toPercent(discountBp), weight }));
const oddsText = (prizes: readonly schema.Prize[]) =>
  prizes.map(({ percentage, weight }) => `${percentage} % × ${weight}`).join(', ') || 'closed';

export const pricesRouter = router({
  /** The price list in force of each country, and those that begin later. */
  lists: supportProcedure.output(schema.listsOutput).query(async ({ ctx }) => {
    const lists = await pricing.priceLists(ctx.services.db);
    const inForce = lists.filter((list, index) => lists[index - 1]?.country !== list.country);
    return inForce.map(({ country, beginsAt, steps }) => ({
      country,
      begins_at: beginsAt.toISOString(),
      steps: stepsOut(steps),
      scheduled: lists
        .filter((list) => list.country === country && list.beginsAt > beginsAt)
        .map((list) => ({ begins_at: list.beginsAt.toISOString(), steps: stepsOut(list.steps) })),
    }));
  }),

  /** Sets the price list of a country, at once or from a later moment on. */
  setList: supportProcedure
    .input(schema.setListInput)
    .output(schema.setListOutput)
    .mutation(({ ctx: { services, principal }, input }) =>
      services.db.transaction(async (tx) => {
        const steps = stepsIn(input.steps);
        const change = await pricing.writePriceList(tx, {
          country: input.country,
          beginsAt: input.begins_at === null ? null : new Date(input.begins_at),
          steps,
          seen: stepsIn(input.seen),
        });
        if (change.outcome !== 'written') return { outcome: change.outcome };
        const begins_at = change.beginsAt.toISOString();
        await audit(tx, {
          actorId: principal.accountId,
          action: input.begins_at === null ? 'prices.set' : 'prices.schedule',
          subject: { kind: 'price_list', id: input.country },
          reason: input.reason,
          before: { prices: listText(change.before) },
          after: { prices: listText(steps), begins_at },
        });
        return { outcome: 'written' as const, begins_at };
      }),
    ),

  /** Takes a price list back that has not begun. */
  cancelList: supportProcedure
    .input(schema.cancelListInput)
    .output(schema.cancelListOutput)
    .mutation(({ ctx: { services, principal }, input: { country, begins_at, reason } }) =>
      services.db.transaction(async (tx) => {
        const steps = await pricing.cancelPriceList(tx, country, new Date(begins_at));
        if (!steps) return { cancelled: false };
        await audit(tx, {
          actorId: principal.accountId,
          action: 'prices.cancel',
          subject: { kind: 'price_list', id: country },
          reason,
          before: { prices: listText(steps), begins_at },
          after: {},
        });
        return { cancelled: true };
      }),
    ),

  /** All promo codes with their uses, the newest first. */
  codes: supportProcedure.output(schema.codesOutput).query(async ({ ctx }) => {
    const codes = await promotions.promoCodes(ctx.services.db);
    return codes.map(({ code, discountBp, startsAt, endsAt, used, totalUses }) => ({
      code,
      percentage: toPercent(discountBp),
      starts_at: startsAt.toISOString(),
      ends_at: endsAt?.toISOString() ?? null,
      used,
      total_uses: totalUses,
    }));
  }),

  /** Adds a promo code. */
  addCode: supportProcedure
    .input(schema.addCodeInput)
    .output(schema.addCodeOutput)
    .mutation(({ ctx: { services, principal }, input: { code, percentage, starts_at, ends_at, total_uses, reason } }) =>
      services.db.transaction(async (tx) => {
        const startsAt = starts_at === null ? new Date() : new Date(starts_at);
        const endsAt = ends_at === null ? null : new Date(ends_at);
        const added = { code, discountBp: toBasisPoints(percentage), startsAt, endsAt, totalUses: total_uses };
        if (!(await promotions.addCode(tx, added))) return { outcome: 'taken' as const };
        await audit(tx, {
          actorId: principal.accountId,
          action: 'prices.add_code',
          subject: { kind: 'promo_code', id: code },
          reason,
          before: {},
          after: { percentage, total_uses, starts_at: startsAt.toISOString(), ends_at },
        });
        return { outcome: 'added' as const };
      }),
    ),

  /** Ends a promo code now; what was bought with it stays as it is. */
  endCode: supportProcedure
    .input(schema.endCodeInput)
    .output(schema.endCodeOutput)
    .mutation(({ ctx: { services, principal }, input: { code, reason } }) =>
      services.db.transaction(async (tx) => {
        const ended = await promotions.endCode(tx, code);
        if (!ended) return { outcome: 'unknown' as const };
        await audit(tx, {
          actorId: principal.accountId,
          action: 'prices.end_code',
          subject: { kind: 'promo_code', id: code },
          reason,
          before: { ends_at: ended.before?.toISOString() ?? null },
          after: { ends_at: ended.endsAt.toISOString() },
        });
        return { outcome: 'ended' as const };
      }),
    ),

  /** The prizes of the daily wheel and their weights. */
  wheel: supportProcedure
    .output(schema.wheelOutput)
    .query(async ({ ctx }) => prizesOut(await promotions.wheelPrizes(ctx.services.db))),

  /** Puts prizes in the place of all others; none closes the wheel. Spins that were made keep theirs. */
  setWheel: supportProcedure
    .input(schema.setWheelInput)
    .output(schema.wheelOutput)
    .mutation(({ ctx: { services, principal }, input: { prizes, reason } }) =>
      services.db.transaction(async (tx) => {
        const wanted = prizes.map(({ percentage, weight }) => ({ discountBp: toBasisPoints(percentage), weight }));
        const before = await promotions.setWheelPrizes(tx, wanted);
        await audit(tx, {
          actorId: principal.accountId,
          action: 'prices.set_wheel',
          subject: { kind: 'wheel', id: 'daily' },
          reason,
          before: { prizes: oddsText(prizesOut(before)) },
          after: { prizes: oddsText(prizes) },
        });
        return prizes.toSorted((one, other) => one.percentage - other.percentage);
      }),
    ),
});
