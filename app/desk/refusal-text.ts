/** Why a procedure of the desk refused, as support reads it. */
import { isProcedureError } from '#app/_procedures/provider.tsx';

/** @param money writes euros. */
export function refusalText(error: unknown, money: (euros: number) => string): string {
  if (!isProcedureError(error) || !error.data) return 'The site did not answer. Try again in a few seconds.';
  const { publicCode, extra, fields, code } = error.data;
  if (publicCode === 'insufficient_balance') {
    return `The balance is only ${money(Number(extra.balance))}: nothing was moved.`;
  }
  const [field] = fields;
  if (code === 'BAD_REQUEST' && field) return field.message;
  return error.message;
}
