/** How somebody of support comes to see the client area of a customer: for a reason, for a while, and written down. */
import { TRPCError } from '@trpc/server';
import type { Services } from '#server/kernel/services.ts';
import * as accounts from '../../accounts/port.ts';
import { LOOK_SECONDS } from '../rules.ts';
import { type Change, type Changed, changeAccount } from './account-changes.ts';

/**
 * Has a sign-in of support look at an account; one that looks at another already turns to this one.
 * @throws FORBIDDEN for one's own account and for another of support, NOT_FOUND, UNAUTHORIZED where the sign-in is over.
 */
export function look(services: Services, sessionId: string | undefined, change: Change): Promise<Changed> {
  const { actorId, accountId } = change;
  return changeAccount(services, change, 'accounts.look', async (tx, account) => {
    if (account.role === 'support') {
      throw new TRPCError({ code: 'FORBIDDEN', message: 'This is an account of support: nobody is shown it but its owner.' });
    }
    const looked = sessionId ? await accounts.look(tx, { id: sessionId, accountId: actorId }, accountId, LOOK_SECONDS) : null;
    if (!looked) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' });
    const { before, until } = looked;
    return { before: { viewed_until: before?.toISOString() ?? null }, after: { viewed_until: until.toISOString() } };
  });
}
