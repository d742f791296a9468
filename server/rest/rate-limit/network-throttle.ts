/** Counts how often one network does a thing, whichever way it comes: by a page, or by a procedure. */
import { networkOf } from '#server/kernel/network.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Context } from '#server/kernel/trpc.ts';
import { rateLimitStore } from './site-store.ts';

/** What procedures ask where they admit a network so many times a minute. */
export function networkThrottle(services: Services, clientAddress: string): Context['secondsToWait'] {
  return async (what, perMinute) => {
    const store = await rateLimitStore(services);
    const { allowed, resetSeconds } = await store.take(`${what}:${networkOf(clientAddress)}`, perMinute);
    return allowed ? null : resetSeconds;
  };
}
