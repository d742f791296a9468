/** What an order costs: one function quotes for stock, for the API and for the site (decisions 18 and 19). */
import type { Country, OrderChannel } from '#prisma/generated/enums.ts';
import { type Cents, cents, shareOf } from '#server/kernel/money.ts';

/** What the price of an account's order depends on, as it stands at one moment. */
export interface PricingFacts {
  readonly country: Country;
  /** Price of one proxy at this quantity, before any discount. */
  readonly listUnitCents: Cents;
  /** Basis points of the account's reseller tier; 0 without one. */
  readonly tierBp: number;
  /** Basis points of the account's review discount; 0 without one. */
  readonly reviewBp: number;
  readonly reviewUntil: Date | null;
  /** The moment, by the database's clock. */
  readonly at: Date;
}

/** A kind of discount. The first of equals wins, so the order of the list settles a tie. */
export interface Discount {
  readonly kind: string;
  readonly channels: readonly OrderChannel[];
  /** Basis points for this account at this moment; 0 where it does not apply. */
  basisPoints(facts: PricingFacts): number;
}

export const resellerTierDiscount: Discount = {
  kind: 'reseller_tier',
  channels: ['api', 'site'],
  basisPoints: (facts) => facts.tierBp,
};

/** A dated entitlement: using it does not use it up. */
export const reviewDiscount: Discount = {
  kind: 'review',
  channels: ['api', 'site'],
  basisPoints: (facts) => (facts.reviewUntil !== null && facts.reviewUntil > facts.at ? facts.reviewBp : 0),
};

export interface Quote {
  readonly country: Country;
  readonly qty: number;
  /** What one proxy costs, discount included. */
  readonly unitCents: Cents;
  /** What the order debits. */
  readonly totalCents: Cents;
  /** What the discount saves over the whole order. */
  readonly discountCents: Cents;
  /** The discount that applied, null where none saved a cent. */
  readonly discountKind: string | null;
}

/** Prices `qty` proxies: the best single discount that the channel admits, taken on the unit price. */
export function quoteOf(
  facts: PricingFacts,
  order: { qty: number; channel: OrderChannel },
  discounts: readonly Discount[],
): Quote {
  let best = { kind: null as string | null, bp: 0 };
  for (const discount of discounts) {
    if (!discount.channels.includes(order.channel)) continue;
    const bp = discount.basisPoints(facts);
    if (bp > best.bp) best = { kind: discount.kind, bp };
  }
  // However deep the discount, a proxy costs something: an order for nothing could not be invoiced.
  const savedPerUnit = Math.min(shareOf(facts.listUnitCents, best.bp), facts.listUnitCents - 1);
  const unitCents = cents(facts.listUnitCents - savedPerUnit);
  return {
    country: facts.country,
    qty: order.qty,
    unitCents,
    totalCents: cents(unitCents * order.qty),
    discountCents: cents(savedPerUnit * order.qty),
    discountKind: savedPerUnit > 0 ? best.kind : null,
  };
}
