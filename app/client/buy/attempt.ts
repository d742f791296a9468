/**
 * A purchase that was sent, kept in the tab until its answer came: a reload, a lost answer or a second click sends the same key again,
 * and the server makes one order of it (specification section 3).
 */
import { requestKey } from '#app/_procedures/request-key.ts';
import { type Country, countries } from '#server/kernel/countries.ts';
import { wholeQty } from './choice.ts';

/** What is asked for. `price` is the sale price, `total` what the page showed as the cost; both euros. */
export interface Wish {
  readonly country: Country;
  readonly qty: number;
  readonly price: number;
  readonly total: number;
  /** Kinds of single-use discounts that are kept for another purchase. */
  readonly keep: readonly string[];
}

export interface Attempt extends Wish {
  readonly idempotencyKey: string;
}

/** The attempt to send for a wish: the one that is out already where it is the same, else one with a key of its own. */
export function attemptFor(wish: Wish, out: Attempt | null): Attempt {
  return out && textOf(out) === textOf(wish) ? out : { ...wish, idempotencyKey: `site-${requestKey()}` };
}

const textOf = ({ country, qty, price, total, keep }: Wish) => JSON.stringify([country, qty, price, total, keep]);

/** An attempt as it was kept; null for anything else. */
export function attemptOf(text: string | null): Attempt | null {
  try {
    const { country: named, qty, price, total, keep, idempotencyKey } = JSON.parse(text ?? 'null') ?? {};
    const country = countries.find((entry) => entry === named);
    const whole = typeof qty === 'number' && wholeQty(String(qty)) === qty;
    const amounts = typeof price === 'number' && typeof total === 'number';
    const kept = Array.isArray(keep) && keep.every((kind) => typeof kind === 'string');
    return country && whole && amounts && kept && typeof idempotencyKey === 'string'
      ? { country, qty, price, total, keep, idempotencyKey }
      : null;
  } catch {
    return null;
  }
}

/** Each account has its own: nobody who signs in afterwards in the same tab buys for another. */
const nameOf = (accountId: number) => `purchase-of-${accountId}`;

/** The purchase of this account whose answer never came; null where there is none. */
export function keptAttempt(accountId: number): Attempt | null {
  return attemptOf(sessionStorage.getItem(nameOf(accountId)));
}

export function keepAttempt(accountId: number, attempt: Attempt): void {
  sessionStorage.setItem(nameOf(accountId), JSON.stringify(attempt));
}

export function forgetAttempt(accountId: number): void {
  sessionStorage.removeItem(nameOf(accountId));
}
