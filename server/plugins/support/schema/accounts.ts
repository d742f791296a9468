/** What the desk is asked to change of accounts. Amounts are euros. */
import { z } from 'zod';
import { fromEuros } from '#server/kernel/money.ts';
import { MOST_CAP, MOST_MOVED_CENTS, NOTE_LENGTH } from '../rules.ts';
import { reasonSchema } from './audit.ts';
import { discountPercentSchema } from './percent.ts';

/** An e-mail address or a part of it, an account, order, proxy or invoice, or the last four characters of a key. */
export const findInput = z.object({ search: z.string().trim().max(300).default('') });

export const accountInput = z.object({ account_id: z.int().min(1).max(2_147_483_647) });

const change = accountInput.extend({ reason: reasonSchema });

export const setResellerModeInput = change.extend({ on: z.boolean() });

/** Null for no tier. */
export const setTierInput = change.extend({ tier: z.string().min(1).max(100).nullable() });

/** Proxies over 24 hours; null for the published cap. */
export const setCapInput = change.extend({ per_day: z.int().min(0).max(MOST_CAP).nullable() });

/** Per cent of the list price, with at most two decimals, up to a moment to come; null for none. */
export const setReviewInput = change.extend({
  review: z
    .object({
      percent: discountPercentSchema,
      until: z.iso.datetime().refine((moment) => new Date(moment).getTime() > Date.now(), 'Give a moment to come.'),
    })
    .nullable(),
});

export const setLockedInput = change.extend({ locked: z.boolean() });

export const signOutInput = change;

export const lookInput = change;

/** `amount` is what the customer gains, negative where he loses; `note` is what he reads in the ledger. */
export const adjustInput = change.extend({
  amount: z
    .number()
    .min(-MOST_MOVED_CENTS / 100)
    .max(MOST_MOVED_CENTS / 100)
    .refine((amount) => amount !== 0 && fromEuros(amount) !== null, 'Give an amount with at most two decimals.'),
  note: z
    .string()
    .trim()
    .max(NOTE_LENGTH)
    .regex(/^\P{Cc}*$/u)
    .transform((text) => text || null),
  key: z.string().regex(/^[0-9a-zA-Z-]{16,64}$/),
});

export const decideInput = z.object({
  adjustment_id: z.int().min(1).max(2_147_483_647),
  decision: z.enum(['approve', 'decline', 'withdraw']),
  reason: reasonSchema,
});
