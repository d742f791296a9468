/** The address pool for the desk: what is there and how long it lasts, import, and the rest between two leases. */
import type { Country } from '#prisma/generated/enums.ts';
import { blockOf, canonical, readAddressList } from '#server/kernel/address-list.ts';
import type { Queryable } from '#server/kernel/database.ts';
import { limits } from '#server/kernel/limits.ts';
import { type AddressState, addressStates, forecastOf, type StockForecast, stockLimits } from '../rules.ts';
import { returnsByDay, salesByCountry } from '../store/forecast.ts';
import { findAddresses, type KnownAddress } from '../store/pool.ts';
import * as store from '../store/stock.ts';

/** The pool of a country. */
interface CountryStock {
  readonly country: Country;
  readonly states: Readonly<Record<AddressState, number>>;
  /** Retired addresses whose proxies have not ended. */
  readonly retiredInUse: number;
  readonly forecast: StockForecast;
}

/** Addresses by country and state, how long the stock lasts, and the rest between two leases in days. */
export async function stockOverview(
  db: Queryable,
  countries: readonly Country[],
): Promise<{ countries: CountryStock[]; restDays: number }> {
  const { backDays, aheadDays } = stockLimits;
  const [counts, sales, returns, restDays] = await Promise.all([
    store.stateCounts(db),
    salesByCountry(db, backDays, limits.proxyDays),
    returnsByDay(db, aheadDays),
    store.restDays(db),
  ]);
  return {
    restDays,
    countries: countries.map((country) => {
      const own = counts.filter((row) => row.country === country);
      const countOf = (state: AddressState) => own.find((row) => row.state === state)?.addresses ?? 0;
      const returning = returns.filter((row) => row.country === country);
      return {
        country,
        states: Object.fromEntries(addressStates.map((state) => [state, countOf(state)])) as Record<AddressState, number>,
        retiredInUse: own.reduce((sum, row) => sum + row.in_use, 0),
        forecast: forecastOf({
          ...(sales.find((row) => row.country === country) ?? { sold: 0, ended: 0, renewed: 0 }),
          free: countOf('free'),
          returns: Array.from({ length: aheadDays }, (_, day) => returning.find((row) => row.day === day)?.addresses ?? 0),
          cycleDays: limits.proxyDays + restDays,
        }),
      };
    }),
  };
}

/** What addresses are narrowed to. `search` is a part of an address, or a block such as `203.0.113.0/28`. */
interface AddressSearch {
  readonly search: string;
  readonly country: Country | null;
  readonly state: AddressState | null;
}

/** A page of the addresses that are found, by address, and how many those are. */
export async function addressList(
  db: Queryable,
  { search, ...narrowed }: AddressSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: store.AddressRow[]; total: number }> {
  const block = blockOf(search);
  const filter = { ...narrowed, block, search: block ? '' : search.toLowerCase() };
  const [rows, total] = await Promise.all([store.addressPage(db, filter, limit, offset), store.addressTotal(db, filter)]);
  return { rows, total };
}

/** What adding a list of addresses would come to. */
interface ImportPreview {
  readonly fresh: readonly string[];
  /** In the pool already, in whichever country. */
  readonly known: readonly KnownAddress[];
  readonly repeated: readonly string[];
  readonly refused: readonly { readonly text: string; readonly reason: string }[];
}

/** Reads a list of addresses and compares it with the pool; nothing is written. */
export async function previewImport(db: Queryable, text: string): Promise<ImportPreview> {
  const { addresses, repeated, refused } = readAddressList(text);
  const known = await findAddresses(db, addresses);
  const there = new Set(known.map(({ ip }) => canonical(ip)));
  return { fresh: addresses.filter((address) => !there.has(address)), known, repeated, refused };
}

export { setRestDays as setRest } from '../store/stock.ts';
