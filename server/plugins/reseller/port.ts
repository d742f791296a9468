/** What the REST front door and the operator may ask of API keys. */
import { keyedHash, randomBase62 } from '#server/kernel/crypto.ts';
import type { Queryable } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import type { AccountData } from '../accounts/port.ts';
import { apiKeyOf, KEY_RANDOM_LENGTH, looksLikeApiKey } from './rules.ts';
import * as store from './store.ts';

export { ownersOfEnding, status as keyStatus } from './store.ts';

/** Uses that are not written down yet: one write every few seconds instead of one a request. Losing a few in a crash costs nothing. */
const uses = new Map<AccountId, Date>();

/** The account that an API key opens, or null where it is unknown, revoked or replaced (specification section 5). */
export async function authenticate(services: Services, apiKey: string): Promise<Principal | null> {
  if (!looksLikeApiKey(apiKey)) return null;
  const found = await store.findByHash(services.db, keyedHash(services.secrets.apiKeyPepper, apiKey));
  if (!found) return null;
  uses.set(found.account_id, new Date());
  return {
    accountId: found.account_id,
    email: found.email,
    role: found.role,
    resellerMode: found.reseller_mode,
    via: 'api_key',
  };
}

/** Writes down when keys were last used. */
export async function flushUses(services: Services): Promise<void> {
  if (uses.size === 0) return;
  const batch = new Map(uses);
  uses.clear();
  await store.noteUse(services.db, batch);
}

/** Makes a new key for the account, which ends the one before it. @returns the key, which nobody can read again. */
export async function issueKey(services: Services, accountId: AccountId): Promise<{ apiKey: string; lastFour: string }> {
  const apiKey = newApiKey();
  await putKeys(services, services.db, [{ accountId, apiKey }]);
  return { apiKey, lastFour: lastFourOf(apiKey) };
}

/** A key that opens no account until `putKeys` gives it one. */
export function newApiKey(): string {
  return apiKeyOf(randomBase62(KEY_RANDOM_LENGTH));
}

/** Gives accounts their keys, each of which ends the one before it, in the caller's transaction. */
export async function putKeys(
  { secrets }: Services,
  db: Queryable,
  keys: readonly { accountId: AccountId; apiKey: string }[],
): Promise<void> {
  const hashed = keys.map(({ accountId, apiKey }) => ({
    accountId,
    hash: keyedHash(secrets.apiKeyPepper, apiKey),
    lastFour: lastFourOf(apiKey),
  }));
  await store.replace(db, hashed);
}

const lastFourOf = (apiKey: string) => apiKey.slice(-4);

/** True while the key opens this account; looking does not count as a use of the key. */
export async function isKeyOf({ db, secrets }: Services, accountId: AccountId, apiKey: string): Promise<boolean> {
  return (await store.findByHash(db, keyedHash(secrets.apiKeyPepper, apiKey)))?.account_id === accountId;
}

/** The account's key: that there is one, and since when. It ends with the account. */
export const keyData: AccountData = {
  name: 'api-key',
  async export({ db }, accountId) {
    const key = await store.status(db, accountId);
    return key && { last_four: key.lastFour, created_at: key.createdAt, last_used_at: key.lastUsedAt };
  },
  erase: store.erase,
};
