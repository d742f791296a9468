/** Pure decisions about remote suppliers: what their answers mean, what is wrong with a delivery, and whether to rely on them. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Cents, cents } from '#server/kernel/money.ts';

export const supplierRules = {
  /** Between two looks at a supplier. Two calls each, of the thirty a minute that its key has. */
  watchSeconds: 15,
  /** What was seen longer ago is not offered. */
  staleSeconds: 60,
  /** Looks and calls in a row that fail, after which nothing is bought there until one succeeds. */
  failuresBeforeDown: 3,
  /** A failure counts for so long, although the supplier tells its stock: that does not mean that it sells. */
  downSeconds: 60,
  /** Between two attempts, unless the supplier says how long. */
  firstPauseMs: 250,
  longestPauseMs: 5_000,
  /** How often a supplier answered as it should is kept for so long. */
  callDaysKept: 30,
  /** Proxies of a delivery that are tried at once. */
  triedAtOnce: 10,
} as const;

/** What an answer to a purchase says about it (specification section 7). */
export type Meaning =
  /** It was not and will not be debited: the key's own state comes before these checks (decision 21). */
  | 'refused'
  /** This request did nothing, and says nothing about those before it: it never came as far as its key. */
  | 'turned_away'
  /** Debited, not delivered, and never to be asked for again. */
  | 'order_failed'
  /** The key is another order's. */
  | 'key_reused'
  /** Ask again, under the same key. */
  | 'again';

const REFUSED: readonly string[] = ['insufficient_balance', 'out_of_stock', 'daily_limit'];

/** @param code null where the body is not JSON or has none. */
export function meaningOf(status: number, code: string | null): Meaning {
  if (code === 'order_failed') return 'order_failed';
  if (code === 'idempotency_key_reused') return 'key_reused';
  if (code !== null && REFUSED.includes(code)) return 'refused';
  if (code === 'request_in_progress' || code === 'rate_limited') return 'again';
  return code !== null && status >= 400 && status < 500 ? 'turned_away' : 'again';
}

/** A delivery as its supplier told it. */
export interface RemoteDelivery {
  readonly orderId: number;
  readonly country: string;
  readonly qty: number;
  readonly costCents: Cents;
  readonly proxies: readonly RemoteProxy[];
}

export interface RemoteProxy {
  readonly proxyId: string;
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly country: string;
  readonly expiresAt: Date;
}

/** Why a purchase from a supplier gave nothing; support reads them. */
export const supplierProblems = {
  order_failed: 'the supplier debited its order and could not deliver it',
  key_reused: 'the supplier knows the key of this purchase for another order',
  no_answer: 'the supplier did not tell in time what became of it',
  wrong_country: 'the supplier delivered another country',
  wrong_quantity: 'the supplier delivered another number of proxies',
  duplicate: 'the supplier delivered a proxy twice, or one that it had delivered before',
  not_public: 'a delivered proxy is at an address that is not on the internet',
  too_short: 'the supplier’s proxies end too early',
  does_not_connect: 'a delivered proxy does not connect',
  refused: 'the supplier refused it and debited nothing',
  abandoned: 'the order ended without it',
} as const;
export type SupplierProblem = keyof typeof supplierProblems;

/** A failed order is never replayed (specification section 7), and the key of another order is not ours. */
export const neverAskedAgain: readonly SupplierProblem[] = ['order_failed', 'key_reused'];

/** What is wrong with the content of a delivery, before any of its proxies is tried; null where nothing is. */
export function wrongIn(
  delivery: RemoteDelivery,
  asked: { country: Country; qty: number; validUntil: Date },
): 'wrong_country' | 'wrong_quantity' | 'duplicate' | 'too_short' | null {
  const { proxies } = delivery;
  if (delivery.country !== asked.country || proxies.some(({ country }) => country !== asked.country)) return 'wrong_country';
  if (delivery.qty !== asked.qty || proxies.length !== asked.qty) return 'wrong_quantity';
  const logins = new Set(proxies.map(({ host, port, username }) => JSON.stringify([host, port, username])));
  if (logins.size < proxies.length || new Set(proxies.map(({ proxyId }) => proxyId)).size < proxies.length) return 'duplicate';
  return proxies.some(({ expiresAt }) => expiresAt < asked.validUntil) ? 'too_short' : null;
}

/** Milliseconds before the next attempt: doubled each time, by chance somewhat less, so that many do not come at once. */
export function pauseMs(attempt: number, random: number): number {
  const { firstPauseMs, longestPauseMs } = supplierRules;
  return Math.round(Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)) * (0.5 + random / 2));
}

/** The least unit price in cents at which what cost so much may be sold on. */
export function leastUnitCents(unitCostCents: Cents, markupFloorBp: number): Cents {
  return cents(Math.ceil((unitCostCents * (10_000 + markupFloorBp)) / 10_000));
}

/** A supplier as it stands. */
export type Health = 'up' | 'down' | 'paused' | 'unseen';

/** `down`: it did not answer as it should several times in a row, or not for a while; nothing of it is offered. */
export function healthOf(supplier: { pausedAt: Date | null; seenAt: Date | null; failures: number }, now: Date): Health {
  if (supplier.pausedAt) return 'paused';
  if (supplier.failures >= supplierRules.failuresBeforeDown) return 'down';
  if (!supplier.seenAt) return 'unseen';
  return now.getTime() - supplier.seenAt.getTime() > supplierRules.staleSeconds * 1_000 ? 'down' : 'up';
}
