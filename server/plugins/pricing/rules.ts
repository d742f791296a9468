/** What an order costs: one function quotes for stock, for the API and for the site (decisions 18 and 19). */
import type { Country, OrderChannel } from '#prisma/generated/enums.ts';
import { type Cents, cents, shareOf } from '#server/kernel/money.ts';
import { toPercent } from '#server/kernel/percent.ts';

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

/** A discount that an account was given. */
export interface Grant {
  /** Hundredths of a per cent, more than 0. */
  readonly basisPoints: number;
  /** When it ends; null where it has no end. */
  readonly until: Date | null;
  /** Which of its kind, for one that a purchase uses up. */
  readonly reference?: string;
  /** Why it cannot apply, whatever its size. */
  readonly barred?: 'used_up' | 'used_before' | 'kept';
}

/** A kind of discount. The first of equals wins, so the order of the list settles a tie. */
export interface Discount {
  readonly kind: string;
  readonly channels: readonly OrderChannel[];
  /** What the account was given of this kind, be it over already; null where nothing. */
  grant(facts: PricingFacts): Grant | null;
  /** How an invoice calls it. */
  title(reference: string | null): string;
}

export const resellerTierDiscount: Discount = {
  kind: 'reseller_tier',
  channels: ['api', 'site'],
  grant: (facts) => (facts.tierBp > 0 ? { basisPoints: facts.tierBp, until: null } : null),
  title: () => 'reseller tier',
};

/** A dated entitlement: using it does not use it up. */
export const reviewDiscount: Discount = {
  kind: 'review',
  channels: ['api', 'site'],
  grant: (facts) => (facts.reviewBp > 0 ? { basisPoints: facts.reviewBp, until: facts.reviewUntil } : null),
  title: () => 'review discount',
};

/**
 * What became of a kind of discount in a quote. `too_small` is the best one where it saves less than a cent on a proxy; `used_up` by
 * everybody together and `used_before` by the account itself are codes; `kept` is what the buyer saves for another purchase.
 */
export const discountOutcomes = [
  'applied',
  'not_granted',
  'ended',
  'used_up',
  'used_before',
  'kept',
  'other_channel',
  'smaller',
  'too_small',
] as const;

type DiscountOutcome = (typeof discountOutcomes)[number];

/** A kind of discount that was considered for a quote. */
export interface Candidate {
  readonly kind: string;
  readonly basisPoints: number;
  readonly until: Date | null;
  readonly reference: string | null;
  readonly outcome: DiscountOutcome;
}

interface OrderToQuote {
  readonly qty: number;
  readonly channel: OrderChannel;
}

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
  /** Which of its kind, where the purchase uses it up. */
  readonly discountReference: string | null;
  /** The discount in words, for the invoice: `reseller tier, 5 % off`. */
  readonly discountText: string | null;
}

/** Prices `qty` proxies: the best single discount that the channel admits, taken on the unit price. */
export function quoteOf(facts: PricingFacts, order: OrderToQuote, discounts: readonly Discount[]): Quote {
  const best = bestOf(facts, order, discounts);
  const savedPerUnit = best ? savedOnOne(facts, best.grant.basisPoints) : 0;
  const applied = savedPerUnit > 0 ? best : null;
  const reference = applied?.grant.reference ?? null;
  const unitCents = cents(facts.listUnitCents - savedPerUnit);
  return {
    country: facts.country,
    qty: order.qty,
    unitCents,
    totalCents: cents(unitCents * order.qty),
    discountCents: cents(savedPerUnit * order.qty),
    discountKind: applied?.discount.kind ?? null,
    discountReference: reference,
    discountText: applied && `${applied.discount.title(reference)}, ${toPercent(applied.grant.basisPoints)} % off`,
  };
}

/** Every kind of discount, in the order of the list, with why it did or did not apply to the quote of the same order. */
export function candidatesOf(facts: PricingFacts, order: OrderToQuote, discounts: readonly Discount[]): Candidate[] {
  const best = bestOf(facts, order, discounts);
  return discounts.map((discount) => {
    const grant = discount.grant(facts);
    const told = {
      kind: discount.kind,
      basisPoints: grant?.basisPoints ?? 0,
      until: grant?.until ?? null,
      reference: grant?.reference ?? null,
    };
    if (!grant) return { ...told, outcome: 'not_granted' };
    if (hasEnded(grant, facts)) return { ...told, outcome: 'ended' };
    if (grant.barred) return { ...told, outcome: grant.barred };
    if (!discount.channels.includes(order.channel)) return { ...told, outcome: 'other_channel' };
    if (discount !== best?.discount) return { ...told, outcome: 'smaller' };
    return { ...told, outcome: savedOnOne(facts, grant.basisPoints) > 0 ? 'applied' : 'too_small' };
  });
}

function bestOf(facts: PricingFacts, order: OrderToQuote, discounts: readonly Discount[]) {
  let best: { discount: Discount; grant: Grant } | null = null;
  for (const discount of discounts) {
    if (!discount.channels.includes(order.channel)) continue;
    const grant = discount.grant(facts);
    if (!grant || grant.barred || hasEnded(grant, facts)) continue;
    if (grant.basisPoints > (best?.grant.basisPoints ?? 0)) best = { discount, grant };
  }
  return best;
}

function hasEnded({ until }: Grant, { at }: PricingFacts): boolean {
  return until !== null && until <= at;
}

/** However deep the discount, a proxy costs something: an order for nothing could not be invoiced. */
function savedOnOne({ listUnitCents }: PricingFacts, basisPoints: number): number {
  return Math.min(shareOf(listUnitCents, basisPoints), listUnitCents - 1);
}

/** A step of a price list: from `minQty` proxies on, each costs so many cents. */
export interface PriceStepRow {
  readonly minQty: number;
  readonly unitPriceCents: number;
}

/** What an order of each quantity from 1 to `most` costs by a price list, in cents: `[0]` is of one proxy. Null where it has no price. */
export function costsOf(steps: readonly PriceStepRow[], most: number): (number | null)[] {
  const sorted = steps.toSorted((one, other) => one.minQty - other.minQty);
  return Array.from({ length: most }, (_, index) => {
    const step = sorted.findLast(({ minQty }) => minQty <= index + 1);
    return step ? step.unitPriceCents * (index + 1) : null;
  });
}

/** Quantities that cost more than a larger order does. */
export interface Inversion {
  /** The first and the last quantity of a row of them. */
  readonly from: number;
  readonly to: number;
  /** The larger order that costs least. */
  readonly cheaperQty: number;
}

/** Where a larger order would cost less than a smaller one, by what each quantity costs (`costsOf`). */
export function inversionsOf(costs: readonly (number | null)[]): Inversion[] {
  const found: Inversion[] = [];
  for (const [index, cost] of costs.entries()) {
    const larger = costs.flatMap((other, at) => (at > index && other !== null ? [{ cost: other, qty: at + 1 }] : []));
    const [best] = larger.toSorted((one, other) => one.cost - other.cost || one.qty - other.qty);
    if (cost === null || !best || best.cost >= cost) continue;
    const last = found.at(-1);
    const goesOn = last && last.to === index && last.cheaperQty === best.qty;
    if (goesOn) found[found.length - 1] = { ...last, to: index + 1 };
    else found.push({ from: index + 1, to: index + 1, cheaperQty: best.qty });
  }
  return found;
}
