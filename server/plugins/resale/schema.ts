/** Shapes of the resale book and of buyer links, shared with the pages. */
import { z } from 'zod';
import { Country } from '#server/kernel/countries.ts';
import { expiryStates } from '#server/kernel/expiry.ts';
import { limits } from '#server/kernel/limits.ts';
import { fromEuros } from '#server/kernel/money.ts';
import { bookLimits, bookSorts, buyerSorts, linkLimits, payments } from './rules.ts';

const { min, max } = limits.salePriceEuros;

const proxyId = z.string().regex(/^px_[a-z0-9]{1,40}$/, 'This is not a proxy id.');

const salePrice = z
  .number('Give the sale price as a number of euros.')
  .min(min, `The sale price cannot be below ${min} €.`)
  .max(max, `The sale price cannot be above ${max} €.`)
  .refine((euros) => fromEuros(euros) !== null, 'Give at most two decimals.');

const text = (most: number, tooLong: string) =>
  z
    .string()
    .trim()
    .max(most, tooLong)
    .regex(/^\P{Cc}*$/u, 'Leave out line breaks and other control characters.');

const buyerName = text(200, 'Keep the name within 200 characters.');
const someBuyer = buyerName.min(1, 'Give the name of the buyer.');

/** A day (UTC has no part in it: it is the reseller's own), or null where it is not paid. */
const paidOn = z.iso
  .date('Give a day.')
  .refine((day) => day >= '2000-01-01' && day <= '2999-12-31', 'Give a day of this century.')
  .nullable();

/** A line of the book: a proxy, what it cost, and what the reseller noted. Amounts in euros. */
const resaleRecordSchema = z.object({
  proxy_id: z.string(),
  username: z.string(),
  country: z.enum(Country),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  cost: z.number(),
  sale_price: z.number(),
  buyer_name: z.string(),
  paid_on: z.iso.date().nullable(),
  note: z.string(),
});

export type ResaleRecord = z.infer<typeof resaleRecordSchema>;

/**
 * What the book is narrowed to. `search` is a part of an id, username, buyer or note, or a whole credential; `buyer` a whole name, empty
 * for the lines without a buyer.
 */
const bookFilterSchema = z.object({
  search: z.string().max(300, 'Search for less at once.').default(''),
  buyer: buyerName.optional(),
  payment: z.enum(payments).optional(),
  expiry: z.enum(expiryStates).optional(),
});

export type BookFilter = z.infer<typeof bookFilterSchema>;

const page = z.int().min(1).max(999_999).default(1);

/** Pages count from 1. */
export const resaleListInput = bookFilterSchema.extend({ sort: z.enum(bookSorts).default('newest'), page });

/** Sums of many lines, in euros: `sales` are all sale prices, of which `paid` are paid; `open` is the rest. */
const sumsSchema = z.object({ count: z.int(), cost: z.number(), sales: z.number(), paid: z.number(), open: z.number() });

export type Sums = z.infer<typeof sumsSchema>;

/** `totals` are of all that the filter finds; `empty` is a book without any line. */
export const resaleListOutput = z.object({ records: z.array(resaleRecordSchema), totals: sumsSchema, empty: z.boolean() });

export type ResaleListOutput = z.infer<typeof resaleListOutput>;

/** What may be noted of a line; absent members stay as they are. */
const changeSchema = z.object({
  sale_price: salePrice.optional(),
  buyer_name: buyerName.optional(),
  paid_on: paidOn.optional(),
  note: text(500, 'Keep the note within 500 characters.').optional(),
});

export type Change = z.infer<typeof changeSchema>;

/** A change of one line. */
export const resaleUpdateInput = changeSchema.extend({ proxy_id: proxyId });

/** The same change of many lines: of some by their ids, or of all that a filter finds. */
export const resaleEditInput = z.object({
  which: z.union([
    z.strictObject({ proxy_ids: z.array(proxyId).min(1).max(bookLimits.chosen) }),
    z.strictObject({ filter: bookFilterSchema }),
  ]),
  change: changeSchema.refine((change) => Object.values(change).some((value) => value !== undefined), 'Change something.'),
});

export type EditInput = z.infer<typeof resaleEditInput>;

/** `edit_id` undoes it; null where no line differed from what was asked for. */
export const resaleEditOutput = z.object({ changed: z.int(), edit_id: z.string().nullable() });

export const undoInput = z.object({ edit_id: z.string().max(50) });

export const buyersInput = z.object({
  search: z.string().max(300, 'Search for less at once.').default(''),
  sort: z.enum(buyerSorts).default('open'),
  page,
});

/** A buyer: sums of his lines, how many of his proxies are live, which of them expires first, and how many links show them. */
const buyerSchema = sumsSchema.extend({
  buyer_name: z.string(),
  live: z.int(),
  next_expiry: z.iso.datetime().nullable(),
  links: z.int(),
});

export const buyersOutput = z.object({ records: z.array(buyerSchema), total: z.int() });

export type BuyersOutput = z.infer<typeof buyersOutput>;

export const renameInput = z.object({ buyer_name: someBuyer, new_name: someBuyer });

/** `expires_at` is checked against the moment of the call. */
export const linkCreateInput = z.object({ buyer_name: someBuyer, expires_at: z.iso.datetime('Give the end of the link.') });

/** A link as its holder sees it. `url` is null once it has ended, or where its copy cannot be opened any more. */
const linkSchema = z.object({
  link_id: z.string(),
  buyer_name: z.string(),
  state: z.enum(['live', 'expired', 'revoked']),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  opens: z.int(),
  opened_at: z.iso.datetime().nullable(),
  url: z.string().nullable(),
});

export type BuyerLink = z.infer<typeof linkSchema>;

export const linkCreateOutput = linkSchema;

/** Live ones, and those that ended of late; newest first. */
export const linksInput = z.object({ buyer: someBuyer.optional(), page });
export const linksOutput = z.object({ records: z.array(linkSchema), total: z.int() });

export const linkInput = z.object({ link_id: z.string().max(50) });

/** Whoever has the link. What is no token at all is refused like one that nobody has. */
export const openLinkInput = z.object({ token: z.string().max(200), page });
export const linkedProxyInput = z.object({ token: z.string().max(200), proxy_id: z.string().max(50) });
export const linkedProxiesInput = z.object({
  token: z.string().max(200),
  proxy_ids: z.array(z.string().max(50)).min(1).max(linkLimits.inOneCode),
});

/** What came of trying a buyer's proxy, without the words that are meant for the account holder. */
const linkedCheckResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), exit_address: z.string(), latency_ms: z.int() }),
  z.object({ ok: z.literal(false) }),
]);

export const linkedCheckOutput = z.object({ socks5: linkedCheckResult, http: linkedCheckResult });

export type LinkedCheck = z.infer<typeof linkedCheckOutput>;
