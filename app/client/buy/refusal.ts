/** What a refused purchase means: whether it is the last word on it, and the reason in words for a person. */
import type { ProcedureError } from '#app/_procedures/provider.tsx';
import { formatMoney } from '#app/_ui/money.tsx';

/**
 * Whether the purchase is settled by this refusal, so that its idempotency key may be forgotten. A session that ended, or too many
 * requests, were told before the key was looked at: the purchase may have been made when its first answer was lost.
 */
export function isLastWord({ data }: Pick<ProcedureError, 'data'>): boolean {
  if (!data) return false;
  const { publicCode, httpStatus } = data;
  if (publicCode === null) return httpStatus === 400;
  return publicCode === 'order_failed' || (httpStatus < 500 && publicCode !== 'request_in_progress');
}

export function refusalInWords({ data, message }: ProcedureError): string {
  const { extra = {}, publicCode, fields } = data ?? {};
  switch (publicCode) {
    case 'insufficient_balance':
      return `The balance of ${formatMoney(Number(extra.balance))} is too low for this order, which costs ${formatMoney(Number(extra.required))}. Nothing was debited.`;
    case 'out_of_stock':
      return `Others were quicker: ${Number(extra.available)} are left. Nothing was debited; take fewer, or try again later.`;
    case 'daily_limit':
      return `You may order ${Number(extra.remaining_today)} more proxies for now: the account's limit over 24 hours is reached. Nothing was debited.`;
    case 'order_failed':
      return `Order ${Number(extra.order_id)} was debited but could not be completed. Do not buy it again; contact support and name the order.`;
    default:
      return fields?.[0]?.message ?? message;
  }
}
