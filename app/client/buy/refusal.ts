/** Whether a refusal of a purchase is the last word on it. */
import type { ProcedureError } from '#app/_procedures/provider.tsx';

/**
 * Whether the purchase is settled by this refusal, so that its idempotency key may be forgotten. A session that ended, or too many
 * requests, were told before the key was looked at: the purchase may have been made when its first answer was lost. Who is refused as such
 * looks at the account of another, and has never bought anything for it.
 */
export function isLastWord({ data }: Pick<ProcedureError, 'data'>): boolean {
  if (!data) return false;
  const { publicCode, httpStatus } = data;
  if (publicCode === null) return httpStatus === 400 || httpStatus === 403;
  return publicCode === 'order_failed' || (httpStatus < 500 && publicCode !== 'request_in_progress');
}
