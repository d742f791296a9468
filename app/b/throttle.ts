/** How often one network may open links, so that nobody tries tokens by the million. */
import { procedureContext } from '#app/_procedures/context.ts';
import { networkOf } from '#server/kernel/network.ts';
import { rateLimitStore } from '#server/rest/rate-limit/site-store.ts';

/** In any 60 seconds. */
const PER_MINUTE = { page: 60, code: 120 } as const;

/** @returns null where the request is admitted, else the seconds after which another one is. */
export async function secondsToWait(what: keyof typeof PER_MINUTE): Promise<number | null> {
  const { services, clientAddress } = await procedureContext();
  const store = await rateLimitStore(services);
  const { allowed, resetSeconds } = await store.take(`buyer-link ${what}:${networkOf(clientAddress)}`, PER_MINUTE[what]);
  return allowed ? null : resetSeconds;
}
