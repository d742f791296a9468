/** Shapes of orders, shared with the API, the pages and the docs. A message that is an error code becomes that answer. */
import { z } from 'zod';
import { Country } from '#server/kernel/countries.ts';
import { idempotencyKeyForm, limits } from '#server/kernel/limits.ts';
import { fromEuros } from '#server/kernel/money.ts';
import { discountOutcomes } from '../pricing/port.ts';
import { proxySchema } from '../proxies/port.ts';
import type { orderErrors } from './errors.ts';

const code = (name: keyof typeof orderErrors) => ({ error: name });
const { salePriceEuros } = limits;

const country = z.enum(Country).meta({ description: 'Country, in lower case.' });
const qty = z.int().min(1).max(limits.proxiesPerOrder);

/** The stock of each country for an order of `qty` proxies. */
export const stockInput = z.object({ qty });

/**
 * A purchase, with members in the order in which they are checked (decision 2). `price` is the sale price in euros for the resale page.
 */
export const buyInput = z.object({
  idempotencyKey: z.string(code('idempotency_key_required')).regex(idempotencyKeyForm, code('idempotency_key_required')),
  country: z
    .string(code('invalid_country'))
    .toLowerCase()
    .pipe(z.enum(Country, code('invalid_country')))
    .meta({ description: '`fr`, `es` or `eu`; case is ignored.' }),
  qty: z
    .int(code('invalid_qty'))
    .min(1, code('invalid_qty'))
    .max(limits.proxiesPerOrder, code('invalid_qty'))
    .meta({ description: 'Number of proxies; a JSON number, a string is refused.' }),
  price: z
    .number(code('invalid_price'))
    .min(salePriceEuros.min, code('invalid_price'))
    .max(salePriceEuros.max, code('invalid_price'))
    .refine((euros) => fromEuros(euros) !== null, code('invalid_price'))
    .default(0)
    .meta({ description: 'Sale price recorded on the Resale page, euros with at most two decimals.' }),
});

/** Kinds of vouchers that the buyer keeps for another purchase. */
const keep = z.array(z.string().max(40)).max(10).default([]);

/** A purchase as the page sends it: with the total that it showed, euros. The REST API knows neither member. */
export const siteBuyInput = buyInput.extend({
  expected_total: z
    .number()
    .positive()
    .refine((euros) => fromEuros(euros) !== null, 'Give euros with at most two decimals.')
    .optional(),
  keep,
});

export const offerInput = z.object({ keep }).default({ keep: [] });

/** Specification section 2, Stock entry. */
export const stockEntrySchema = z.object({
  country,
  available: z.int().meta({ description: 'Proxies available for the country; shared across all clients.' }),
  qty: qty.meta({ description: 'Quantity used for the computation, clamped to 1..50.' }),
  total: z.number().meta({ description: 'What a buy of `qty` proxies would debit at this moment, euros, discount included.' }),
  unit_price: z.number().meta({ description: 'Price of one proxy at this quantity, euros (`total` divided by `qty`).' }),
});

export const stockSchema = z.object({
  currency: z.literal('EUR').meta({ description: 'Always EUR.' }),
  stock: z.array(stockEntrySchema).meta({ description: 'One entry for each country on sale.' }),
});

/** Specification section 2, Order: what every answer to a purchase holds. */
export const orderSchema = z.object({
  order_id: z.int().meta({ description: 'Order reference, to be given to support.' }),
  country: country.meta({ description: 'Country ordered.' }),
  qty: qty.meta({ description: 'Number of proxies ordered.' }),
  total_debited: z.number().meta({ description: 'Euros debited, discount deducted.' }),
  proxies: z.array(proxySchema).meta({ description: 'Delivered proxies.' }),
  balance: z.number().meta({ description: 'Balance after the purchase, euros; on a replay, the current balance.' }),
});

/** The first answer to a purchase (201) tells two things more than a replay (200). */
export const createdOrderSchema = orderSchema.extend({
  discount: z.number().meta({ description: 'Discount applied, euros; already deducted from `total_debited`.' }),
  listed_in_resale: z
    .boolean()
    .meta({ description: '`false` if the automatic addition to the Resale page failed; the proxies are delivered.' }),
});

/** A purchase: made now, or found as made before under the same key. */
export const buyOutput = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), order: createdOrderSchema }),
  z.object({ outcome: z.literal('replayed'), order: orderSchema }),
]);

/** An order as the client area lists it. */
export const orderSummarySchema = z.object({
  order_id: z.int(),
  country,
  qty,
  total_debited: z.number(),
  status: z.enum(['processing', 'completed', 'failed', 'refunded']),
  channel: z.enum(['api', 'site']),
  created_at: z.iso.datetime(),
});

/** A kind of discount as it was considered for a price. `percentage` is 0 where none was given. */
const consideredDiscountSchema = z.object({
  kind: z.string(),
  percentage: z.number(),
  until: z.iso.datetime().nullable(),
  /** Which of its kind, where a purchase uses it up: the promo code, the day of the spin. */
  reference: z.string().nullable(),
  outcome: z.enum(discountOutcomes),
});

/** From `min_qty` proxies on: the price of one before and after discounts, in cents, and how many can be had at it. */
const priceStepSchema = z.object({
  min_qty: z.int(),
  list_unit_cents: z.int(),
  unit_cents: z.int(),
  available: z.int(),
  discounts: z.array(consideredDiscountSchema),
});

/** What the buying page chooses by. Steps by quantity; `returns` oldest first, up to what one order can hold. */
export const offerSchema = z.object({
  balance_cents: z.int(),
  /** Proxies that may be ordered within 24 hours, how many still, and how many from which moment on. */
  cap: z.object({
    per_day: z.int(),
    remaining: z.int(),
    returns: z.array(z.object({ at: z.iso.datetime(), remaining: z.int() })),
  }),
  countries: z.array(z.object({ country, available: z.int(), steps: z.array(priceStepSchema) })),
});

/**
 * The account's cap of proxies over 24 hours: how many may be ordered now, when the next and when all of it has returned (null where
 * nothing counts), and hour by hour how many return and may then be ordered.
 */
export const headroomSchema = z.object({
  per_day: z.int(),
  remaining: z.int(),
  next_at: z.iso.datetime().nullable(),
  whole_at: z.iso.datetime().nullable(),
  hours: z.array(z.object({ at: z.iso.datetime(), returned: z.int(), remaining: z.int() })),
});

export type Headroom = z.infer<typeof headroomSchema>;

export type Offer = z.infer<typeof offerSchema>;

export type PriceStep = z.infer<typeof priceStepSchema>;
