/** Changing the price list of a country, at once or from a later moment on. */
import type { Country } from '#prisma/generated/enums.ts';
import type { Queryable, Transaction } from '#server/kernel/database.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { PriceStepRow } from '../rules.ts';
import * as store from '../store/lists.ts';

/** A price list of a country, its steps by quantity. */
export interface PriceList {
  readonly country: Country;
  readonly beginsAt: Date;
  readonly steps: readonly PriceStepRow[];
}

/** The lists in force, then those that begin later, by country and begin. The first of a country is the one in force. */
export async function priceLists(db: Queryable): Promise<PriceList[]> {
  const lists = new Map<string, { country: Country; beginsAt: Date; steps: PriceStepRow[] }>();
  for (const { country, beginsAt, ...step } of await store.priceLists(db)) {
    const key = `${country} ${beginsAt.getTime()}`;
    const list = lists.get(key) ?? { country, beginsAt, steps: [] };
    list.steps.push(step);
    lists.set(key, list);
  }
  return [...lists.values()];
}

/** A list to be written. */
interface NewPriceList {
  readonly country: Country;
  /** When it begins; null for at once, in the place of the list in force. */
  readonly beginsAt: Date | null;
  /** One of them is from one proxy on. */
  readonly steps: readonly PriceStepRow[];
  /** The list in force as it was seen by whoever makes this one. */
  readonly seen: readonly PriceStepRow[];
}

/** What came of it: `before` is the list in force; `changed` where that is not the one seen, `taken` where another begins then. */
type PriceChange =
  | { readonly outcome: 'written'; readonly beginsAt: Date; readonly before: readonly PriceStepRow[] }
  | { readonly outcome: 'changed' | 'past' | 'taken' };

/** Writes a list, in the transaction. Quotes take it from its begin on; orders keep what they were quoted. */
export async function writePriceList(tx: Transaction, list: NewPriceList): Promise<PriceChange> {
  const { country, beginsAt, steps, seen } = list;
  await store.lockLists(tx, country);
  const lists = (await priceLists(tx)).filter((one) => one.country === country);
  const before = lists[0]?.steps ?? [];
  if (textOf(before) !== textOf(seen)) return { outcome: 'changed' };
  if (beginsAt && lists.some((one) => one.beginsAt.getTime() === beginsAt.getTime())) return { outcome: 'taken' };
  const written = await store.addList(tx, country, beginsAt, steps);
  return written ? { outcome: 'written', beginsAt: written, before } : { outcome: 'past' };
}

/** Takes a list back that has not begun. @returns its steps, null where there is none or it has begun. */
export async function cancelPriceList(
  tx: Transaction,
  country: Country,
  beginsAt: Date,
): Promise<readonly PriceStepRow[] | null> {
  await store.lockLists(tx, country);
  const list = (await priceLists(tx)).find((one) => one.country === country && one.beginsAt.getTime() === beginsAt.getTime());
  return list && (await store.cancelList(tx, country, beginsAt)) ? list.steps : null;
}

/** Sets the unit price from `minQty` proxies on, in the list in force. */
export async function setPriceTier(tx: Transaction, country: Country, minQty: number, unitPrice: Cents): Promise<void> {
  await store.lockLists(tx, country);
  await store.setTier(tx, country, minQty, unitPrice);
}

/** Removes a step of the list in force. @returns false where there is none. */
export async function removePriceTier(tx: Transaction, country: Country, minQty: number): Promise<boolean> {
  await store.lockLists(tx, country);
  return store.removeTier(tx, country, minQty);
}

function textOf(steps: readonly PriceStepRow[]): string {
  const sorted = steps.toSorted((one, other) => one.minQty - other.minQty);
  return sorted.map(({ minQty, unitPriceCents }) => `${minQty}:${unitPriceCents}`).join(' ');
}
