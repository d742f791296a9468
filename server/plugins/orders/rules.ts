/** Pure decisions of a purchase: what a key's state means, and what the 24-hour cap admits. */
import type { Country, OrderStatus } from '#prisma/generated/enums.ts';
import { limits } from '#server/kernel/limits.ts';

/** An order found under an idempotency key. */
export interface KeyedOrder {
  readonly country: Country;
  readonly qty: number;
  readonly status: OrderStatus;
}

/** What a request under a key with an order means (specification section 3; decisions 21 to 23). */
export type KeyState = 'idempotency_key_reused' | 'request_in_progress' | 'order_failed' | 'replay';

/** Only country and quantity are compared, and a mismatch is told before the order's state. */
export function keyState(order: KeyedOrder, request: { country: Country; qty: number }): KeyState {
  if (order.country !== request.country || order.qty !== request.qty) return 'idempotency_key_reused';
  switch (order.status) {
    case 'processing':
      return 'request_in_progress';
    case 'failed':
    case 'refunded':
      return 'order_failed';
    case 'completed':
      return 'replay';
  }
}

/** Proxies that may still be ordered in the rolling window. A cap that support lowered below what was ordered leaves 0. */
export function remainingToday(cap: number, ordered: number): number {
  return Math.max(0, cap - ordered);
}

/**
 * Seconds until the rolling window can hold `qty` (decision 5): orders leave it 24 hours after they were made, oldest first. An order
 * larger than the cap itself never fits; a whole window is as long as anybody can be told to wait.
 */
export function secondsUntilCapAdmits(
  qty: number,
  cap: number,
  orders: readonly { qty: number; createdAt: Date }[],
  now: Date,
): number {
  let ordered = orders.reduce((sum, order) => sum + order.qty, 0);
  const oldestFirst = orders.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  for (const order of oldestFirst) {
    ordered -= order.qty;
    if (ordered + qty <= cap) {
      const leaves = order.createdAt.getTime() + limits.capWindowSeconds * 1_000;
      return Math.max(1, Math.ceil((leaves - now.getTime()) / 1_000));
    }
  }
  return limits.capWindowSeconds;
}

/**
 * When the rolling window gives capacity back: after `at`, `remaining` proxies may be ordered. Only up to what one order can hold; empty
 * where that fits already.
 */
export function capacityReturns(
  cap: number,
  orders: readonly { qty: number; createdAt: Date }[],
): { at: Date; remaining: number }[] {
  let ordered = orders.reduce((sum, order) => sum + order.qty, 0);
  const returns = [];
  for (const order of orders.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    if (remainingToday(cap, ordered) >= limits.proxiesPerOrder) break;
    ordered -= order.qty;
    const at = new Date(order.createdAt.getTime() + limits.capWindowSeconds * 1_000);
    returns.push({ at, remaining: remainingToday(cap, ordered) });
  }
  return returns;
}

/** What the cap gives back within one hour: from its end on, `remaining` proxies may be ordered, `returned` more than before it. */
export interface ReturningHour {
  /** Its beginning. */
  readonly at: Date;
  readonly returned: number;
  readonly remaining: number;
}

const HOUR_MS = 60 * 60 * 1_000;

/**
 * The next 24 hours of the cap, by hours of the clock, as they come where nothing more is ordered: from the hour of `now` to the one in
 * which the newest order leaves the window, 25 in all. Above a cap that support lowered, orders that leave give nothing back.
 */
export function headroomByHour(cap: number, orders: readonly { qty: number; createdAt: Date }[], now: Date): ReturningHour[] {
  const hourOf = (moment: number) => Math.floor(moment / HOUR_MS) * HOUR_MS;
  const first = hourOf(now.getTime());
  let ordered = orders.reduce((sum, order) => sum + order.qty, 0);
  const leaving = new Map<number, number>();
  for (const { qty, createdAt } of orders) {
    // By a clock that is slightly ahead of the database's, an order may have left already.
    const hour = Math.max(first, hourOf(createdAt.getTime() + limits.capWindowSeconds * 1_000));
    leaving.set(hour, (leaving.get(hour) ?? 0) + qty);
  }
  return Array.from({ length: limits.capWindowSeconds / 3_600 + 1 }, (_, nth) => {
    const begins = first + nth * HOUR_MS;
    const before = remainingToday(cap, ordered);
    ordered -= leaving.get(begins) ?? 0;
    const remaining = remainingToday(cap, ordered);
    return { at: new Date(begins), returned: remaining - before, remaining };
  });
}

/** Takes what is wanted of offers, in their order. */
export function partsOf<Offered extends { readonly available: number }>(
  offers: readonly Offered[],
  qty: number,
): { readonly offer: Offered; readonly qty: number }[] {
  const parts = [];
  let missing = qty;
  for (const offer of offers) {
    const taken = Math.min(offer.available, missing);
    if (taken <= 0) continue;
    parts.push({ offer, qty: taken });
    missing -= taken;
  }
  return parts;
}

/** For which a delivery counts as made with the purchase. */
const PROMPT_MS = 60 * 60 * 1_000;

/**
 * From when to when the proxies of an order are valid: from the purchase on, as everybody's are (specification section 1); from now on where
 * they were long in coming, since the time that the buyer waited is not his.
 */
export function validity(orderedAt: Date, now: Date): { at: Date; until: Date } {
  const at = now.getTime() - orderedAt.getTime() <= PROMPT_MS ? orderedAt : now;
  return { at, until: new Date(at.getTime() + limits.proxyDays * 24 * 60 * 60 * 1_000) };
}

/** By which a supplier's proxies may end before those of our order would: clocks differ. */
const SKEW_MS = 60 * 60 * 1_000;
/** Of the full time, what nobody has to miss where an order was long in coming. */
const MISSED_MS = 24 * 60 * 60 * 1_000;

/** Until when a supplier's proxies have to be valid to be passed on with an order now: what it sold in time is good for a day. */
export function leastValidity(orderedAt: Date, now: Date): Date {
  const fullTime = limits.proxyDays * 24 * 60 * 60 * 1_000;
  return new Date(Math.max(orderedAt.getTime() - SKEW_MS, now.getTime() - MISSED_MS) + fullTime);
}

/** From when to when proxies are valid that may not outlive what came from suppliers. @param firstEnd when the first of that ends. */
export function validityWithin(orderedAt: Date, now: Date, firstEnd: Date | null): { at: Date; until: Date } {
  const usual = validity(orderedAt, now);
  if (firstEnd === null) return usual;
  const begins = firstEnd.getTime() - limits.proxyDays * 24 * 60 * 60 * 1_000;
  const at = new Date(Math.min(usual.at.getTime(), Math.max(orderedAt.getTime(), begins)));
  return validity(at, at);
}

/** Why an order waits for support, beside what was wrong with a supplier's delivery. */
export type OrderFailure = 'out_of_stock' | 'stuck';

/** In which the desk goes through orders that wait for it: by how long they do, or by what they hold. */
export const failedSorts = ['oldest', 'newest', 'most_held', 'least_held'] as const;
export type FailedSort = (typeof failedSorts)[number];
