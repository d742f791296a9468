/** Shapes of the desk's prices: price lists in force and to come, promo codes, and the odds of the wheel. Moments are UTC. */
import { z } from 'zod';
import { Country } from '#server/kernel/countries.ts';
import { limits } from '#server/kernel/limits.ts';
import { promoCodeSchema } from '../../promotions/port.ts';
import { PRICE_LIMITS } from '../rules.ts';
import { reasonSchema } from './audit.ts';
import { discountPercentSchema } from './percent.ts';

/** From `min_qty` proxies on, each costs so many cents, VAT included. */
const stepSchema = z.object({
  min_qty: z.int().min(1).max(limits.proxiesPerOrder),
  unit_price_cents: z.int().min(1).max(PRICE_LIMITS.unitCents),
});
export type PriceStep = z.infer<typeof stepSchema>;

const unique = (values: readonly number[]) => new Set(values).size === values.length;

/** A whole list: one of its steps begins at one proxy. */
const stepsSchema = z
  .array(stepSchema)
  .min(1)
  .max(PRICE_LIMITS.steps)
  .refine((steps) => steps.some(({ min_qty }) => min_qty === 1), 'One of the steps has to begin at 1.')
  .refine((steps) => unique(steps.map(({ min_qty }) => min_qty)), 'Two steps begin at the same quantity.');

/** The list in force of each country, and those that begin later. */
export const listsOutput = z.array(
  z.object({
    country: z.enum(Country),
    begins_at: z.iso.datetime(),
    steps: z.array(stepSchema),
    scheduled: z.array(z.object({ begins_at: z.iso.datetime(), steps: z.array(stepSchema) })),
  }),
);
export type CountryPrices = z.infer<typeof listsOutput>[number];

/** `begins_at` null is at once; `seen` is the list in force as the page showed it. */
export const setListInput = z.object({
  country: z.enum(Country),
  begins_at: z.iso.datetime().nullable(),
  steps: stepsSchema,
  seen: z.array(stepSchema).max(100),
  reason: reasonSchema,
});

/** `changed`: the list in force is not the one seen; `past`: the moment is over; `taken`: another list begins at that moment. */
export const setListOutput = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('written'), begins_at: z.iso.datetime() }),
  z.object({ outcome: z.enum(['changed', 'past', 'taken']) }),
]);

export const cancelListInput = z.object({ country: z.enum(Country), begins_at: z.iso.datetime(), reason: reasonSchema });

/** False where there is no such list, or it has begun. */
export const cancelListOutput = z.object({ cancelled: z.boolean() });

const codeSchema = z.object({
  code: z.string(),
  percentage: z.number(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime().nullable(),
  used: z.int(),
  total_uses: z.int(),
});
export type PromoCode = z.infer<typeof codeSchema>;

/** The newest first. */
export const codesOutput = z.array(codeSchema);

/** `starts_at` null is at once, `ends_at` null is never. */
export const addCodeInput = z
  .object({
    code: promoCodeSchema,
    percentage: discountPercentSchema,
    starts_at: z.iso.datetime().nullable(),
    ends_at: z.iso.datetime().nullable(),
    total_uses: z.int().min(1).max(PRICE_LIMITS.codeUses),
    reason: reasonSchema,
  })
  .refine(({ starts_at, ends_at }) => !ends_at || Date.parse(ends_at) > (starts_at ? Date.parse(starts_at) : Date.now()), {
    path: ['ends_at'],
    message: 'A promo code ends after it begins.',
  });

export const addCodeOutput = z.object({ outcome: z.enum(['added', 'taken']) });

export const endCodeInput = z.object({ code: promoCodeSchema, reason: reasonSchema });

export const endCodeOutput = z.object({ outcome: z.enum(['ended', 'unknown']) });

const prizeSchema = z.object({ percentage: discountPercentSchema, weight: z.int().min(1).max(PRICE_LIMITS.wheelWeight) });
export type Prize = z.infer<typeof prizeSchema>;

/** The smallest first; none closes the wheel. */
export const wheelOutput = z.array(prizeSchema);

export const setWheelInput = z.object({
  prizes: z
    .array(prizeSchema)
    .max(PRICE_LIMITS.wheelPrizes)
    .refine((prizes) => unique(prizes.map(({ percentage }) => percentage)), 'A percentage is there twice.'),
  reason: reasonSchema,
});
