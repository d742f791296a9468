/** What other plugins may ask of pricing. */
import type { OrderChannel } from '#prisma/generated/enums.ts';
import type { Queryable } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { ExtensionPoint, Extensions } from '#server/kernel/plugin.ts';
import { type Discount, type Quote, quoteOf } from './rules.ts';
import * as store from './store.ts';

export type { Discount, Quote } from './rules.ts';
export {
  accountDiscount,
  priceTiers,
  removePriceTier,
  resellerTiers,
  setAccountDiscount,
  setPriceTier,
  setResellerTier,
} from './store.ts';

/** Kinds of discount; of equally good ones the first applies. */
export const discountPoint: ExtensionPoint<Discount> = { name: 'pricing.discounts' };

/**
 * What `qty` proxies cost this account in each country on sale, just now (specification section 1, decisions 18 and 19). The same function stands behind stock, the API's purchase and the site's.
 */
export async function quotes(
  db: Queryable,
  extensions: Extensions,
  order: { accountId: AccountId; qty: number; channel: OrderChannel },
): Promise<Quote[]> {
  const discounts = extensions.all(discountPoint);
  return (await store.facts(db, order.accountId, order.qty)).map((facts) => quoteOf(facts, order, discounts));
}
