/** Under which circumstances pages and the tRPC endpoint call procedures. */
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { currentRequest, newRequestId } from '#server/kernel/request.ts';
import type { Context, Principal } from '#server/kernel/trpc.ts';
import { principalOfSession } from '#server/plugins/accounts/adapters/next-auth.ts';
import { networkThrottle } from '#server/rest/rate-limit/network-throttle.ts';
import { services as siteServices } from '#server/runtime.ts';

/** The context of the request at hand; within one page it is made once. */
export const procedureContext = cache(async (): Promise<Context> => {
  const services = await siteServices();
  const request = currentRequest();
  const clientAddress = request?.clientAddress ?? 'unknown';
  return {
    services,
    principal: await principalOfSession(services),
    requestId: request?.requestId ?? newRequestId(),
    clientAddress,
    secondsToWait: networkThrottle(services, clientAddress),
  };
});

/** Who is signed in. Everybody else is sent to the sign-in page, and from there back to `page`. */
export async function signedIn(page: string): Promise<Principal> {
  const { principal } = await procedureContext();
  return principal ?? redirect(`/sign-in?next=${encodeURIComponent(page)}`);
}
