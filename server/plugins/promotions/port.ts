/** What other plugins and the operator may ask of promotions, and the two vouchers that it offers to pricing. */
import { randomInt } from 'node:crypto';
import { publicError } from '#server/kernel/errors.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Voucher } from '../pricing/port.ts';
import { promotionErrors } from './errors.ts';
import { codeObstacle, guessing, PRIZE_DAYS, PROMO_CODE, prizeOf, totalWeight, WHEEL } from './rules.ts';
import * as codes from './store/codes.ts';
import * as wheel from './store/wheel.ts';

export type { WheelPrize } from './rules.ts';
export { promoCodeSchema } from './schema.ts';
export { addCode, codes as promoCodes, endCode } from './store/campaigns.ts';
export { prizes as wheelPrizes, setPrizes as setWheelPrizes } from './store/wheel.ts';

/** The promo code that the account has entered. Its row is locked after the account and before the stock. */
export const promoCodeVoucher: Voucher = {
  kind: PROMO_CODE,
  channels: ['site'],
  title: (code) => `promo code ${code}`,
  async held(db, accountId, lock) {
    const row = await codes.held(db, accountId, lock);
    if (!row) return null;
    const obstacle = codeObstacle(standingOf(row), row.now);
    return {
      basisPoints: row.discount_bp,
      until: row.ends_at,
      reference: row.code,
      ...(obstacle === 'used_up' || obstacle === 'used_before' ? { barred: obstacle } : {}),
    };
  },
  async redeem(tx, use) {
    if (!(await codes.redeem(tx, use))) throw new Error(`promo code ${use.reference} was used up under its lock`);
  },
};

/** The best prize that the account won and has not used. The lock on the account's money keeps it. */
export const wheelVoucher: Voucher = {
  kind: WHEEL,
  channels: ['site'],
  title: () => 'daily wheel',
  async held(db, accountId) {
    const [best] = await wheel.held(db, accountId);
    return best ? { basisPoints: best.discount_bp, until: best.expires_at, reference: best.day } : null;
  },
  async redeem(tx, use) {
    if (!(await wheel.redeem(tx, use))) throw new Error(`the prize of ${use.reference} was used up under the account's lock`);
  },
};

const standingOf = (row: codes.CodeRow) => ({
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  used: row.used,
  totalUses: row.total_uses,
  usedBefore: row.used_before,
});

/** What came of entering a code. */
type Entering =
  | { readonly outcome: 'entered'; readonly code: codes.CodeRow }
  | { readonly outcome: 'not_started'; readonly code: codes.CodeRow }
  | { readonly outcome: 'unknown' | 'ended' | 'used_up' | 'used_before' };

/**
 * Enters a code (in upper case) for the account's next purchase on the site, in the place of the one before.
 * @throws too_many_codes where the account is guessing.
 */
export async function enterCode({ db }: Services, accountId: AccountId, code: string): Promise<Entering> {
  // Counted before the code is looked at, so that parallel tries cannot slip through together.
  const guesses = await codes.countGuess(db, accountId, guessing.windowSeconds);
  if (guesses.wrong > guessing.free) {
    throw publicError(promotionErrors, 'too_many_codes', { seconds: guesses.seconds }, guesses.seconds);
  }
  const row = await codes.find(db, accountId, code);
  if (!row) return { outcome: 'unknown' };
  await codes.takeBackGuess(db, accountId);
  const obstacle = codeObstacle(standingOf(row), row.now);
  if (obstacle === 'not_started') return { outcome: obstacle, code: row };
  if (obstacle) return { outcome: obstacle };
  await codes.enter(db, accountId, row.code);
  return { outcome: 'entered', code: row };
}

/** Takes the entered code out again. */
export async function removeCode({ db }: Services, accountId: AccountId): Promise<void> {
  await codes.remove(db, accountId);
}

/**
 * Spins the wheel of a day, which is today, or tells what an earlier spin of that day gave: however often and at once it is asked, a day
 * has one prize, for the database takes one row of account and day.
 * @throws spin_day_over, wheel_closed
 */
export async function spin({ db }: Services, accountId: AccountId, day: string): Promise<wheel.Spin> {
  const before = await wheel.spinOf(db, accountId, day);
  if (before) return before;
  const prizes = await wheel.prizes(db);
  if (prizes.length === 0) throw publicError(promotionErrors, 'wheel_closed');
  const { discountBp } = prizeOf(prizes, randomInt(totalWeight(prizes)));
  const made = await wheel.insertSpin(db, accountId, day, discountBp, PRIZE_DAYS);
  const spun = made ?? (await wheel.spinOf(db, accountId, day));
  if (!spun) throw publicError(promotionErrors, 'spin_day_over');
  return spun;
}
