/** Shapes of the resale book, shared with the pages. */
import { z } from 'zod';
import { Country } from '#server/kernel/countries.ts';
import { limits } from '#server/kernel/limits.ts';
import { fromEuros } from '#server/kernel/money.ts';

const { min, max } = limits.salePriceEuros;

/** A line of the book: a proxy and what the reseller noted. `sale_price` in euros. */
export const resaleRecordSchema = z.object({
  proxy_id: z.string(),
  username: z.string(),
  country: z.enum(Country),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  sale_price: z.number(),
  buyer_name: z.string(),
});

export type ResaleRecord = z.infer<typeof resaleRecordSchema>;

/** A page of the book, newest purchase first; pages count from 1. */
export const resaleListInput = z.object({ page: z.int().min(1).default(1) });

export const resaleListOutput = z.object({ records: z.array(resaleRecordSchema), total: z.int(), page_size: z.int() });

/** A change of one line; absent members stay as they are. */
export const resaleUpdateInput = z.object({
  proxy_id: z.string().regex(/^px_[a-z0-9]{1,40}$/, 'This is not a proxy id.'),
  sale_price: z
    .number('Give the sale price as a number of euros.')
    .min(min, `The sale price cannot be below ${min} €.`)
    .max(max, `The sale price cannot be above ${max} €.`)
    .refine((euros) => fromEuros(euros) !== null, 'Give at most two decimals.')
    .optional(),
  buyer_name: z
    .string()
    .trim()
    .max(200, 'Keep the name within 200 characters.')
    .regex(/^\P{Cc}*$/u, 'Leave out line breaks and other control characters.')
    .optional(),
});
