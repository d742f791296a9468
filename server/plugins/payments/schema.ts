/** Shapes of payments, shared with the pages. Amounts are euros. */
import { z } from 'zod';
import { languages } from '#server/kernel/languages.ts';
import { fromEuros, toEuros } from '#server/kernel/money.ts';
import { paymentStandings, sandboxOutcomes, topUpBounds } from './rules.ts';

const code = { error: 'top_up_amount' };

/** The amount of a top-up: whole cents within the bounds. A message that is an error code becomes that answer. */
export const topUpInput = z.object({
  /** Made by the page, one for each top-up: a second click sends it again. */
  key: z.string().regex(/^[A-Za-z0-9-]{8,64}$/),
  amount: z
    .number(code)
    .min(toEuros(topUpBounds.min), code)
    .max(toEuros(topUpBounds.max), code)
    .refine((euros) => fromEuros(euros) !== null, code),
  /** Of the checkout. */
  language: z.enum(languages),
});

/** Where the browser goes to pay. */
export const topUpOutput = z.object({ payment_id: z.uuid(), url: z.url() });

export const topUpOffer = z.object({
  /** `none`: support credits the balance. */
  provider: z.enum(['stripe', 'sandbox', 'none']),
  min: z.number(),
  max: z.number(),
});

export const paymentInput = z.object({ id: z.uuid() });

const paymentSchema = z.object({
  id: z.uuid(),
  provider: z.string(),
  amount: z.number(),
  standing: z.enum(paymentStandings),
  refunded: z.number(),
  charged_back: z.number(),
  created_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  /** Where it can still be paid; null once that is over. */
  checkout_url: z.string().nullable(),
  /** What the provider calls the payment. */
  provider_reference: z.string().nullable(),
  /** Null until it was credited. */
  receipt_number: z.string().nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;
export const paymentOutput = paymentSchema;

/** A page of the payments, newest first; pages count from 1. */
export const paymentListInput = z.object({ page: z.int().min(1).max(1_000_000).default(1) });
export const paymentListOutput = z.object({ payments: z.array(paymentSchema), total: z.int(), page_size: z.int() });

const party = { address_lines: z.string().nullable(), country_code: z.string().nullable(), vat_id: z.string().nullable() };

/** A receipt: who received the money, who paid it, and how much of it was given back since. */
export const receiptOutput = z.object({
  payment: paymentSchema,
  receipt_number: z.string(),
  paid_at: z.iso.datetime(),
  seller: z.object({ legal_name: z.string(), ...party }),
  payer: z.object({ email: z.string(), legal_name: z.string().nullable(), ...party }),
});
export type Receipt = z.infer<typeof receiptOutput>;

export const sandboxInput = z.object({ id: z.uuid(), outcome: z.enum(sandboxOutcomes) });
