/** When accounts were told that their balance does not reach. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';

const warnStatement = statement<object, [AccountId, number]>(
  'renewals.warn',
  `INSERT INTO renewal_warnings AS last (account_id, told_at) VALUES ($1, clock_timestamp())
   ON CONFLICT (account_id) DO UPDATE SET told_at = clock_timestamp()
   WHERE last.told_at <= clock_timestamp() - make_interval(hours => $2) RETURNING account_id`,
);

/** Notes that the account is told now. @returns false where it was within so many hours. */
export async function noteWarning(db: Queryable, accountId: AccountId, hours: number): Promise<boolean> {
  return (await db.run(warnStatement, accountId, hours)).length > 0;
}
