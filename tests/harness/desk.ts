/** Somebody of support at the desk, and what he is answered. */
import { TRPCError } from '@trpc/server';
import type { Principal } from '#server/kernel/trpc.ts';
import { callerOf, newPrincipal } from './owner.ts';
import type { Site } from './site.ts';

/** Opens an account of support; `desk` calls its procedures. */
export async function newSupporter(site: Site) {
  const principal = await newPrincipal(site, 'support');
  return { principal, desk: callerOf(site.services, principal).support };
}

/** The code of the refusal that a call ends with; null where it succeeds. */
export async function refusalOf(calling: Promise<unknown>): Promise<string | null> {
  try {
    await calling;
    return null;
  } catch (error) {
    if (error instanceof TRPCError) return error.code;
    throw error;
  }
}

/** The audit of an account, oldest first. */
export function auditOf(site: Site, { accountId }: Pick<Principal, 'accountId'>) {
  return site.services.db.prisma.auditEntry.findMany({
    where: { subjectKind: 'account', subjectId: String(accountId) },
    orderBy: { id: 'asc' },
  });
}
