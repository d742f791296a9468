/** What other plugins may ask of pricing. */
import type { OrderChannel } from '#prisma/generated/enums.ts';
import type { Queryable } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { ExtensionPoint, Extensions } from '#server/kernel/plugin.ts';
import { type Candidate, candidatesOf, type Discount, type Quote, quoteOf } from './rules.ts';
import * as store from './store.ts';

export { type Discount, discountOutcomes, type Quote } from './rules.ts';
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

/** From `minQty` proxies on, what one costs the account, and which discounts were considered for it. */
export interface PriceStep {
  readonly country: Quote['country'];
  readonly minQty: number;
  readonly listUnitCents: Cents;
  readonly unitCents: Cents;
  readonly candidates: readonly Candidate[];
}

/** Every step of the price list up to `maxQty` proxies, priced for this account by the function that prices its orders. */
export async function priceSteps(
  db: Queryable,
  extensions: Extensions,
  buyer: { accountId: AccountId; maxQty: number; channel: OrderChannel },
): Promise<PriceStep[]> {
  const discounts = extensions.all(discountPoint);
  return (await store.stepFacts(db, buyer.accountId, buyer.maxQty)).map(({ minQty, facts }) => {
    const order = { qty: minQty, channel: buyer.channel };
    return {
      country: facts.country,
      minQty,
      listUnitCents: facts.listUnitCents,
      unitCents: quoteOf(facts, order, discounts).unitCents,
      candidates: candidatesOf(facts, order, discounts),
    };
  });
}
