/** What renewals keep of an account: what was charged for. The books refer to it, and it names nobody: it stays when the account goes. */
import { statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { AccountData } from '../../accounts/port.ts';
import type { RenewalRow } from './renewals.ts';

const allStatement = statement<RenewalRow & { automatic: boolean; created_at: Date; proxies: string[] }, [AccountId]>(
  'renewals.all_of_account',
  `SELECT id, qty, total_cents, automatic, created_at, array_agg(proxy_id ORDER BY proxy_id) AS proxies
   FROM renewals JOIN renewal_proxies ON renewal_id = renewals.id WHERE account_id = $1 GROUP BY id ORDER BY id`,
);

const forgetStatement = statement<object, [AccountId]>(
  'renewals.forget_account',
  `WITH warning AS (
     DELETE FROM renewal_warnings WHERE account_id = $1
   ), chosen AS MATERIALIZED (
     SELECT id FROM proxies WHERE account_id = $1 AND auto_renew ORDER BY id FOR NO KEY UPDATE
   )
   UPDATE proxies SET auto_renew = false FROM chosen WHERE proxies.id = chosen.id`,
);

export const renewalData: AccountData = {
  name: 'renewals',
  export: ({ db }, accountId) => db.run(allStatement, accountId),
  async erase(tx, accountId) {
    await tx.run(forgetStatement, accountId);
  },
};
