/** Shapes of renewals, shared with the pages. Amounts are in cents. */
import { z } from 'zod';
import { Country } from '#server/kernel/countries.ts';
import { idempotencyKeyForm } from '#server/kernel/limits.ts';
import { chosenSchema } from '../proxies/port.ts';

export const quoteInput = z.object({ proxies: chosenSchema });

/** What a renewal of the proxies would cost now. */
export const quoteOutput = z.object({
  /** Those that can be renewed. */
  qty: z.int(),
  /** Those that cannot: they have expired, or do not leave from an address of the site. */
  left_out: z.int(),
  countries: z.array(z.object({ country: z.enum(Country), qty: z.int(), unit_cents: z.int() })),
  list_cents: z.int(),
  total_cents: z.int(),
  balance_cents: z.int(),
  /** The ends that the first and the last of them to expire will have; null where there are none. */
  until: z.object({ first: z.iso.datetime(), last: z.iso.datetime() }).nullable(),
  /** Whether it is so large that it runs in the background. */
  in_background: z.boolean(),
});

export type RenewalQuote = z.infer<typeof quoteOutput>;

/** `key` makes a repeated request the same renewal. `total_cents` for `qty` proxies is what was agreed on. */
export const renewInput = quoteInput.extend({
  key: z.string().regex(idempotencyKeyForm, 'Give a key of 8 to 128 letters, digits, dots, underscores, colons or hyphens.'),
  total_cents: z.int().min(0).max(2_000_000_000),
  qty: z.int().min(1).max(10_000),
});

export const renewOutput = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('renewed'), qty: z.int(), total_cents: z.int(), invoice_number: z.string().nullable() }),
  z.object({ outcome: z.literal('started'), task_id: z.int() }),
]);
