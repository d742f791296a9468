/** Pure rules of the resale book: margins, and how a link ends. */

/** What is left of a sale. */
export interface Margin {
  /** Euros, negative where it was sold below its cost. */
  readonly amount: number;
  /** Of the sale price, rounded to the whole; null where there is no sale price. */
  readonly percent: number | null;
}

/** The margin of a sale or of many. Amounts in euros. */
export function marginOf({ cost, sales }: { cost: number; sales: number }): Margin {
  const amount = (Math.round(sales * 100) - Math.round(cost * 100)) / 100;
  return { amount, percent: sales > 0 ? Math.round((amount / sales) * 100) : null };
}

export type LinkState = 'live' | 'expired' | 'revoked';

/** What a link is at a moment. One that was revoked stays so, whenever it would have expired. */
export function linkState(link: { expiresAt: Date; revokedAt: Date | null }, now: Date): LinkState {
  if (link.revokedAt) return 'revoked';
  return link.expiresAt > now ? 'live' : 'expired';
}
