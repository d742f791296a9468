/** Shapes of promotions, shared with the page that buys. Percentages are of the list price; days and moments are UTC. */
import { z } from 'zod';
import { CODE_FORM, normalCode } from './rules.ts';

/** A code as typed, read in upper case. */
export const promoCodeSchema = z
  .string()
  .max(100)
  .transform(normalCode)
  .pipe(z.string().regex(CODE_FORM.pattern, `A promo code has ${CODE_FORM.words}.`));

export const enterCodeInput = z.object({ code: promoCodeSchema });

/** The code is entered, or why it is not. `starts_at` tells when one begins that has not yet. */
export const enterCodeOutput = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('entered'), code: z.string(), percentage: z.number() }),
  z.object({ outcome: z.literal('not_started'), starts_at: z.iso.datetime() }),
  z.object({ outcome: z.enum(['unknown', 'ended', 'used_up', 'used_before']) }),
]);

export type EnteredCode = z.infer<typeof enterCodeOutput>;

const prize = z.object({ percentage: z.number(), expires_at: z.iso.datetime() });

/** `chance` is a share of 1; segments stand in the order of their percentage, and are none while the wheel is closed. */
export const wheelSchema = z.object({
  day: z.iso.date(),
  next_day_at: z.iso.datetime(),
  segments: z.array(z.object({ percentage: z.number(), chance: z.number() })),
  /** Today's, once it was spun. */
  spin: prize.nullable(),
  /** Prizes that can still be used, the best first. */
  prizes: z.array(prize),
});

export type Wheel = z.infer<typeof wheelSchema>;

/** The day that the page shows: a spin sent again after midnight is still the one of its day. */
export const spinInput = z.object({ day: z.iso.date() });

export const spinOutput = prize;
