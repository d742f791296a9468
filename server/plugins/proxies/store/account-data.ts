/** What proxies keep of an account: what was delivered to it. Orders and invoices refer to it, and it names nobody: it stays when the account goes. */
import { statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { AccountData } from '../../accounts/port.ts';
import { countLive, type ShownProxy } from './proxies.ts';

const allStatement = statement<ShownProxy & { order_id: number }, [AccountId]>(
  'proxies.all_of_account',
  'SELECT id, order_id, username, country, created_at, expires_at FROM proxies WHERE account_id = $1 ORDER BY created_at, id',
);

export const proxyData: AccountData = {
  name: 'proxies',
  export: ({ db }, accountId) => db.run(allStatement, accountId),
  // Valid ones work until they expire, and their addresses return to the stock by themselves.
  erase: async () => {},
  async holds(tx, accountId) {
    const amount = await countLive(tx, accountId);
    return amount === 0 ? null : { kind: 'proxies', amount };
  },
};
