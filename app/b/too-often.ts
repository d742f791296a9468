/** Tells whoever opens links too often for how long to wait. */
import { TRPCError } from '@trpc/server';
import { PublicError } from '#server/kernel/errors.ts';

/** The seconds after which links open again, where that is why a call was refused; else null. */
export function secondsToWait(error: unknown): number | null {
  const cause = error instanceof TRPCError ? error.cause : null;
  return cause instanceof PublicError && cause.code === 'links_too_often' ? (cause.retryAfter ?? 60) : null;
}
