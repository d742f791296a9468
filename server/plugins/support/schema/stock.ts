/** Shapes of the desk's stock: the pool by country, its addresses, and what is done with them. */
import { z } from 'zod';
import { Country } from '#server/kernel/countries.ts';
import { addressStates, stockLimits } from '../../proxies/port.ts';
import { DESK_STOCK } from '../rules.ts';
import { reasonSchema } from './audit.ts';

/** `free_ahead` are the free addresses of now and of the end of each day ahead; days are of 24 hours, `rate` is of one. */
const countryStockSchema = z.object({
  country: z.enum(Country),
  free: z.int(),
  leased: z.int(),
  resting: z.int(),
  retired: z.int(),
  /** Of the retired ones: their proxies have not ended. */
  retired_in_use: z.int(),
  rate: z.number(),
  sold_out_days: z.number().nullable(),
  free_ahead: z.array(z.number()),
});
export type CountryStock = z.infer<typeof countryStockSchema>;

export const overviewOutput = z.object({ rest_days: z.int(), countries: z.array(countryStockSchema) });

/** Which addresses are meant. `search` is a part of an address, or a block. */
export const addressFilterSchema = z.object({
  search: z.string().trim().min(1).max(50).optional(),
  country: z.enum(Country).optional(),
  state: z.enum(addressStates).optional(),
});
export type AddressFilter = z.infer<typeof addressFilterSchema>;

/** Pages count from 1. */
export const addressesInput = addressFilterSchema.extend({ page: z.int().min(1).max(100_000).default(1) });

const addressSchema = z.object({
  id: z.int(),
  ip: z.string(),
  country: z.enum(Country),
  state: z.enum(addressStates),
  /** When it is sold again; null where it is free already, or never is. */
  free_at: z.iso.datetime().nullable(),
  retired_at: z.iso.datetime().nullable(),
  /** The live one that leaves from it. */
  proxy: z.object({ proxy_id: z.string(), order_id: z.int(), expires_at: z.iso.datetime() }).nullable(),
});
export type Address = z.infer<typeof addressSchema>;

export const addressesOutput = z.object({ addresses: z.array(addressSchema), total: z.int(), page_size: z.int() });

export const previewInput = z.object({
  country: z.enum(Country),
  text: z.string().max(DESK_STOCK.listLength, 'Add that many in several lists, or in blocks.'),
});

/** Counts are of all, lists of the first. */
export const previewOutput = z.object({
  fresh: z.int(),
  first_fresh: z.array(z.string()),
  repeated: z.int(),
  known: z.int(),
  first_known: z.array(z.object({ ip: z.string(), country: z.enum(Country), retired: z.boolean() })),
  refused: z.int(),
  first_refused: z.array(z.object({ text: z.string(), reason: z.string() })),
});
export type Preview = z.infer<typeof previewOutput>;

export const importInput = previewInput.extend({ reason: reasonSchema });

export const importOutput = z.object({ added: z.int() });

/** Addresses by the ids of the list. */
export const addressIdsInput = z.object({
  ids: z.array(z.int().positive().max(2_147_483_647)).min(1).max(DESK_STOCK.addressesAtOnce),
  reason: reasonSchema,
});

/** Those of which that is new. */
export const addressIdsOutput = z.object({ changed: z.array(z.int()) });

export const restInput = z.object({ days: z.int().min(0).max(stockLimits.mostRestDays), reason: reasonSchema });

/** `moved` addresses that were leased or at rest are free at another moment now. */
export const restOutput = z.object({ moved: z.int() });

export const replaceInput = z.object({ proxy_id: z.string().max(50), reason: reasonSchema });

/** `not_live`: the proxy has ended, or leaves from no address of the pool; `sold_out`: no address of its country is free. */
export const replaceOutput = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('replaced'), before: z.string(), after: z.string() }),
  z.object({ outcome: z.enum(['not_live', 'sold_out']) }),
]);
