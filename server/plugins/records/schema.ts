/** Shapes of the records, shared with their page. Amounts are euros. */
import { z } from 'zod';
import { LedgerKind, OrderChannel, OrderStatus } from '#prisma/generated/enums.ts';
import { Country } from '#server/kernel/countries.ts';
import { idempotencyKeyForm } from '#server/kernel/limits.ts';
import { callResults, callRoutes, verdicts } from './rules.ts';

/** How much of the log is given at once. */
export const callLimits = {
  pageSize: 50,
  /** Lines that the pages lead through; the file has them all. */
  paged: 10_000,
} as const;

const day = z.iso.date().refine((text) => text >= '2000-01-01', 'Give a day of this century.');

/** Which requests are meant: by what came of them (2xx, 4xx, 5xx), where they went, their code, their key; days are UTC, both included. */
export const callFilterSchema = z.object({
  result: z.enum(callResults).optional(),
  route: z.enum(callRoutes).optional(),
  code: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
  key: z.string().regex(idempotencyKeyForm).optional(),
  from: day.optional(),
  to: day.optional(),
});
export type CallFilterInput = z.infer<typeof callFilterSchema>;

/** A page of the log, newest request first; pages count from 1. */
export const callListInput = callFilterSchema.extend({ page: z.int().min(1).max(1_000_000).default(1) });

/** A request that came with a valid key. `code` is null where it succeeded; `route` is null where it asked for none of the routes. */
const apiCallSchema = z.object({
  at: z.iso.datetime(),
  request_id: z.uuid(),
  method: z.string(),
  route: z.string().nullable(),
  status: z.int(),
  code: z.string().nullable(),
  idempotency_key: z.string().nullable(),
  order_id: z.int().nullable(),
  client_address: z.string(),
  duration_ms: z.int(),
  replay: z.boolean(),
});
export type ApiCall = z.infer<typeof apiCallSchema>;

/** `total` counts what the filter finds, up to `most`. */
export const callListOutput = z.object({
  calls: z.array(apiCallSchema),
  total: z.int(),
  most: z.int(),
  page_size: z.int(),
});

/** An idempotency key, the number of an order, or a proxy: its id, its username or its whole credential. */
export const chargeInput = z.object({ reference: z.string().trim().min(1).max(300) });

const chargeSchema = z.object({
  verdict: z.enum(verdicts),
  key: z.string(),
  /** Null where no order was made under the key. */
  order: z
    .object({
      order_id: z.int(),
      channel: z.enum(OrderChannel),
      status: z.enum(OrderStatus),
      country: z.enum(Country),
      qty: z.int(),
      total: z.number(),
      discount: z.number(),
      created_at: z.iso.datetime(),
    })
    .nullable(),
  /** What was moved for it, oldest first; `amount` is signed. */
  movements: z.array(
    z.object({
      seq: z.int(),
      kind: z.enum(LedgerKind),
      amount: z.number(),
      balance: z.number(),
      invoice_number: z.string().nullable(),
      created_at: z.iso.datetime(),
    }),
  ),
  proxies: z.array(
    z.object({ proxy_id: z.string(), username: z.string(), country: z.enum(Country), expires_at: z.iso.datetime() }),
  ),
  /** Requests of the last 30 days under the key, oldest first: the newest of `attempts_total`. */
  attempts: z.array(apiCallSchema),
  attempts_total: z.int(),
});
export type Charge = z.infer<typeof chargeSchema>;

/** `taken_as`: what the text was looked up as where nothing was found; null where something was. */
export const chargeOutput = z.object({
  charges: z.array(chargeSchema),
  taken_as: z.enum(['order', 'proxy', 'nothing']).nullable(),
});
export type ChargeOutput = z.infer<typeof chargeOutput>;
