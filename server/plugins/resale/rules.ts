/** Pure rules of the resale book: margins, and how a link ends. */
import { cents, toEuros, wholeCents } from '#server/kernel/money.ts';

export const payments = ['unpaid', 'paid'] as const;
export type Payment = (typeof payments)[number];

export const bookSorts = ['newest', 'oldest', 'expires_first', 'price_high', 'margin_high', 'margin_low', 'buyer'] as const;
export type BookSort = (typeof bookSorts)[number];

/** How much of the book there is at once. */
export const bookLimits = {
  pageSize: 50,
  /** Lines that are chosen one by one. */
  chosen: 2_000,
  /** Lines that one edit changes. */
  edited: 10_000,
  /** Seconds for which an edit can be undone. */
  undoSeconds: 60 * 60,
  /** Names that are offered where a buyer is typed. */
  names: 1_000,
} as const;

/** What a buyer link may be and give. */
export const linkLimits = {
  /** Days that are offered; any other end within `mostDays` is given as a moment. */
  days: [7, 30, 90],
  mostDays: 366,
  /** Live ones for one buyer. */
  live: 20,
  /** Proxies on one page of a link. */
  proxies: 1_000,
  /** How often one network opens pages, draws codes and checks proxies, of whichever links, in any 60 seconds. */
  perMinute: { page: 60, code: 120, check: 60 },
  /** Of one link. */
  checksPerMinute: 20,
  /** Proxies that a single QR code may hold, if their text fits. */
  inOneCode: 20,
  /** Days for which ended links stay in the list. */
  endedDays: 30,
} as const;

export const buyerSorts = ['open', 'sales', 'expires_first', 'name'] as const;
export type BuyerSort = (typeof buyerSorts)[number];

/** What is left of a sale. */
export interface Margin {
  /** Euros, negative where it was sold below its cost. */
  readonly amount: number;
  /** Of the sale price, rounded to the whole; null where there is no sale price. */
  readonly percent: number | null;
}

/** The margin of a sale or of many. Amounts in euros. */
export function marginOf({ cost, sales }: { cost: number; sales: number }): Margin {
  const amount = toEuros(cents(wholeCents(sales) - wholeCents(cost)));
  return { amount, percent: sales > 0 ? Math.round((amount / sales) * 100) : null };
}

export type LinkState = 'live' | 'expired' | 'revoked';

/** What a link is at a moment. One that was revoked stays so, whenever it would have expired. */
export function linkState(link: { expiresAt: Date; revokedAt: Date | null }, now: Date): LinkState {
  if (link.revokedAt) return 'revoked';
  return link.expiresAt > now ? 'live' : 'expired';
}
