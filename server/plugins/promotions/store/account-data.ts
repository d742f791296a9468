/** What promotions keep of an account. What an order used up belongs to the books; the rest goes with the account. */
import { statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { AccountData } from '../../accounts/port.ts';

const entriesStatement = statement<{ code: string }, [AccountId]>(
  'promotions.entry_of_account',
  'SELECT code FROM promo_entries WHERE account_id = $1',
);
const usesStatement = statement<{ code: string; order_id: number; used_at: Date }, [AccountId]>(
  'promotions.uses_of_account',
  'SELECT code, order_id, used_at FROM promo_uses WHERE account_id = $1 ORDER BY used_at',
);
const spinsStatement = statement<{ day: string; discount_bp: number; expires_at: Date; order_id: number | null }, [AccountId]>(
  'promotions.spins_of_account',
  'SELECT day::text, discount_bp, expires_at, order_id FROM wheel_spins WHERE account_id = $1 ORDER BY day',
);
const eraseStatement = statement<object, [AccountId]>(
  'promotions.erase_account',
  `WITH entry AS (DELETE FROM promo_entries WHERE account_id = $1), guesses AS (DELETE FROM promo_guesses WHERE account_id = $1)
   DELETE FROM wheel_spins WHERE account_id = $1 AND order_id IS NULL`,
);

export const promotionData: AccountData = {
  name: 'promotions',
  async export({ db }, accountId) {
    const [entered, uses, spins] = await Promise.all([
      db.run(entriesStatement, accountId),
      db.run(usesStatement, accountId),
      db.run(spinsStatement, accountId),
    ]);
    return { entered_codes: entered.map(({ code }) => code), used_codes: uses, spins };
  },
  async erase(tx, accountId) {
    await tx.run(eraseStatement, accountId);
  },
};
