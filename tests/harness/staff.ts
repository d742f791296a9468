/** Somebody of support, who calls the procedures of the desk. */
import { randomUUID } from 'node:crypto';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import { createAccount } from '#server/plugins/accounts/port.ts';
import { callerOf } from './owner.ts';

export interface Staff {
  readonly accountId: AccountId;
  readonly call: ReturnType<typeof callerOf>['support'];
}

/** Opens an account of support. */
export async function newStaff(services: Services): Promise<Staff> {
  const account = await createAccount(services, {
    email: `${randomUUID()}@example.com`,
    password: randomUUID(),
    role: 'support',
  });
  if (!account) throw new Error('a random e-mail address is taken');
  const { id: accountId, email } = account;
  const principal = { accountId, email, role: 'support', resellerMode: false, via: 'session' } as const;
  return { accountId, call: callerOf(services, principal).support };
}
