/** How full the bucket of an account's key is, for the page that shows it. */
import type { AccountId } from '#server/kernel/ids.ts';
import { limits } from '#server/kernel/limits.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Standing } from './algorithm.ts';
import { keyBucket } from './buckets.ts';
import { rateLimitStore } from './site-store.ts';

/** Looks without counting. Without a shared store it is what this process has counted. */
export async function keyStanding(services: Services, accountId: AccountId): Promise<Standing> {
  const store = await rateLimitStore(services);
  return store.look(keyBucket(accountId), limits.requestsPerMinutePerKey);
}
