/** Pure rules of promotions: what stands in the way of a promo code, how many wrong ones are too many, what the wheel gives. */

/** The kinds as orders keep them. */
export const PROMO_CODE = 'promo_code';
export const WHEEL = 'wheel';

/** Days for which a prize of the wheel is good. */
export const PRIZE_DAYS = 7;

/** Codes that do not exist, entered by one account, before it has to wait; and after how many seconds they are forgotten. */
export const guessing = { free: 10, windowSeconds: 15 * 60 };

/** A promo code as it is kept. */
export const CODE_FORM = { pattern: /^[A-Z0-9-]{3,32}$/, length: 32, words: '3 to 32 letters, digits and hyphens' } as const;

/** A code as people type it: case and spaces around it say nothing. */
export function normalCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/** A promo code as one account meets it. */
export interface CodeStanding {
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly used: number;
  readonly totalUses: number;
  /** By this account. */
  readonly usedBefore: boolean;
}

/** Why an account cannot enter a code at a moment, or null where it can. What the account did itself is told first. */
export function codeObstacle(code: CodeStanding, at: Date): 'used_before' | 'not_started' | 'ended' | 'used_up' | null {
  if (code.usedBefore) return 'used_before';
  if (at < code.startsAt) return 'not_started';
  if (code.endsAt && code.endsAt <= at) return 'ended';
  return code.used >= code.totalUses ? 'used_up' : null;
}

/** What the wheel may give, with its weight against the sum of all. */
export interface WheelPrize {
  readonly discountBp: number;
  readonly weight: number;
}

/** Against which the weight of each prize counts. */
export function totalWeight(prizes: readonly WheelPrize[]): number {
  return prizes.reduce((sum, { weight }) => sum + weight, 0);
}

/** What a spin gives on average, in basis points with fractions; 0 of a closed wheel. */
export function expectedBp(prizes: readonly WheelPrize[]): number {
  const total = totalWeight(prizes);
  return total === 0 ? 0 : prizes.reduce((sum, { discountBp, weight }) => sum + discountBp * weight, 0) / total;
}

/** The prize that a roll from 0 up to the total weight (not included) falls on. @throws RangeError for any other roll. */
export function prizeOf(prizes: readonly WheelPrize[], roll: number): WheelPrize {
  let passed = 0;
  for (const prize of prizes) {
    passed += prize.weight;
    if (roll >= 0 && roll < passed) return prize;
  }
  throw new RangeError(`no prize lies at ${roll}`);
}
