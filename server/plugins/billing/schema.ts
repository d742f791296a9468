/** Shapes of billing, shared with the API, the pages and the docs. Amounts are euros. */
import { z } from 'zod';
import { InvoiceKind, LedgerKind } from '#prisma/generated/enums.ts';
import { languages } from '#server/kernel/languages.ts';
import { cents, fromEuros } from '#server/kernel/money.ts';
import { countryCodes, isVatIdForm, lowBalanceBounds, plainVatId } from './rules.ts';

/** Specification section 2, Balance. */
export const balanceSchema = z.object({
  balance: z.number().meta({ description: 'Current balance, euros.', example: 125.5 }),
  currency: z.literal('EUR').meta({ description: 'Always EUR.' }),
});

/** Far more pages than anybody has; what lies beyond is no page. */
const pageNumber = z.int().min(1).max(1_000_000).default(1);
/** A day of UTC, `2026-11-21`; years that a bookkeeper can mean. */
const day = z.iso.date().refine((text) => text >= '2000-01-01', 'Give a day of this century.');
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Give a month as 2026-11.');

/** Which ledger entries are meant. The days are UTC, and both belong to the range. */
export const ledgerFilterSchema = z.object({
  kind: z.enum(LedgerKind).optional(),
  from: day.optional(),
  to: day.optional(),
});
export type LedgerFilterInput = z.infer<typeof ledgerFilterSchema>;

/** A page of the ledger, newest entry first; pages count from 1. */
export const ledgerListInput = ledgerFilterSchema.extend({ page: pageNumber });

/** An entry: `amount` is signed, `balance` is what was left after it. */
const ledgerEntrySchema = z.object({
  seq: z.int(),
  kind: z.enum(LedgerKind),
  amount: z.number(),
  balance: z.number(),
  order_id: z.int().nullable(),
  renewal_id: z.int().nullable(),
  invoice_number: z.string().nullable(),
  payment_id: z.uuid().nullable(),
  note: z.string().nullable(),
  created_at: z.iso.datetime(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** `total` counts the entries that the filter finds; `money_in` and `money_out` (negative or 0) are what they come to. */
export const ledgerListOutput = z.object({
  entries: z.array(ledgerEntrySchema),
  total: z.int(),
  money_in: z.number(),
  money_out: z.number(),
  page_size: z.int(),
});

/** Which invoices are meant: a part of the number or an order id, a month of UTC, and invoices or credit notes alone. */
export const invoiceFilterSchema = z.object({
  search: z
    .string()
    .trim()
    .min(1)
    .max(40, 'Keep the search within 40 characters.')
    .regex(/^\P{Cc}*$/u)
    .optional(),
  month: month.optional(),
  kind: z.enum(InvoiceKind).optional(),
});
export type InvoiceFilterInput = z.infer<typeof invoiceFilterSchema>;

/** A page of the invoices, newest first; pages count from 1. */
export const invoiceListInput = invoiceFilterSchema.extend({ page: pageNumber });

const amounts = { net: z.number(), vat: z.number(), gross: z.number() };

/** The amounts of a credit note are what it gives back, and positive. */
const invoiceSummarySchema = z.object({
  number: z.string(),
  kind: z.enum(InvoiceKind),
  issued_at: z.iso.datetime(),
  /** What it is about: one of the two is null. */
  order_id: z.int().nullable(),
  renewal_id: z.int().nullable(),
  ...amounts,
});
export type InvoiceSummary = z.infer<typeof invoiceSummarySchema>;

/**
 * `total` counts what the filter finds, `sums` is what it comes to, credit notes deducted; `months` are all that the account has invoices of.
 */
export const invoiceListOutput = z.object({
  invoices: z.array(invoiceSummarySchema),
  total: z.int(),
  sums: z.object(amounts),
  months: z.array(z.string()),
  page_size: z.int(),
});

/** A month as one file, with labels in a language. */
export const invoiceMonthInput = z.object({ month, language: z.enum(languages) });

export const invoiceInput = z.object({ number: z.string().max(40) });

const party = { address_lines: z.string().nullable(), country_code: z.string().nullable(), vat_id: z.string().nullable() };

/** The seller as an invoice froze it. */
export const frozenSellerSchema = z.object({ legal_name: z.string(), ...party });
/** The buyer as an invoice froze it; what the account had not given is null. */
export const frozenBuyerSchema = z.object({ email: z.string(), legal_name: z.string().nullable(), ...party });
/** The lines as an invoice froze them: cents, VAT included. */
const frozenCents = z.int().transform(cents);
export const frozenLinesSchema = z.array(
  z.object({ description: z.string(), qty: z.int(), unitCents: frozenCents, totalCents: frozenCents }),
);

/**
 * An invoice or a credit note whole. `vat_rate` in per cent; prices of the lines include VAT. `corrects` and `reason` stand on a credit note,
 * `credited_by` on the invoice that it corrects.
 */
export const invoiceSchema = invoiceSummarySchema.extend({
  vat_rate: z.number(),
  seller: frozenSellerSchema,
  buyer: frozenBuyerSchema,
  lines: z.array(z.object({ description: z.string(), qty: z.int(), unit_price: z.number(), total: z.number() })),
  corrects: z.object({ number: z.string(), issued_at: z.iso.datetime() }).nullable(),
  reason: z.string().nullable(),
  credited_by: z.array(z.object({ number: z.string(), issued_at: z.iso.datetime(), gross: z.number() })),
});
export type Invoice = z.infer<typeof invoiceSchema>;

/** The balance, in euros, below which a debit is told by mail; null where nobody asked for that. `is_below`: the balance is so already. */
export const lowBalanceSchema = z.object({ below: z.number().nullable(), is_below: z.boolean() });

/** From a cent to 100,000 euros; null switches the warning off. */
export const lowBalanceInput = z.object({
  below: z
    .number()
    .min(lowBalanceBounds.min)
    .max(lowBalanceBounds.max)
    .refine((amount) => fromEuros(amount) !== null, 'Give an amount with at most two decimals.')
    .nullable(),
});

/** What was spent on proxies over the last 30 days, oldest day (UTC) first, less what was given back; euros. */
export const spendingSchema = z.object({
  days: z.array(z.object({ day: z.iso.date(), spent: z.number() })),
  total: z.number(),
});

/** The buyer's details as they stand on the next invoice; null is not given. */
export const detailsOutput = z.object({ legal_name: z.string().nullable(), ...party });

const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .regex(/^\P{Cc}*$/u)
    .transform((text) => text || null);

/**
 * New details. An empty text takes that detail away. The address has at most four lines; a VAT number needs a country, whose form it has.
 */
export const setDetailsInput = z
  .object({
    legal_name: line(120),
    address_lines: z
      .string()
      .trim()
      .max(300)
      .regex(/^[\P{Cc}\n]*$/u)
      .refine((text) => text.split('\n').length <= 4)
      .transform((text) => text.replace(/ *\n+ */g, '\n') || null),
    country_code: z
      .string()
      .refine((code) => code === '' || countryCodes.includes(code))
      .transform((code) => code || null),
    vat_id: z
      .string()
      .max(40)
      .transform((typed) => plainVatId(typed) || null),
  })
  .refine(({ country_code, vat_id }) => vat_id === null || (country_code !== null && isVatIdForm(vat_id, country_code)), {
    path: ['vat_id'],
    error: 'This is not the form of a VAT number of the chosen country.',
  });
