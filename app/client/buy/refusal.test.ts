/** When the page that buys may forget the key of a purchase. */
import { expect, it } from 'vitest';
import type { ProcedureError } from '#app/_procedures/provider.tsx';
import { isLastWord } from './refusal.ts';

function refusal(httpStatus: number, publicCode: string | null): Pick<ProcedureError, 'data'> {
  return { data: { httpStatus, publicCode } as NonNullable<ProcedureError['data']> };
}

it.each([
  [402, 'insufficient_balance'],
  [409, 'price_changed'],
  [409, 'out_of_stock'],
  [409, 'order_failed'],
  [500, 'order_failed'],
  [422, 'idempotency_key_reused'],
  [429, 'daily_limit'],
  [400, null],
  [403, null],
])('%i %s is the last word on a purchase', (status, code) => expect(isLastWord(refusal(status, code))).toBe(true));

it.each([
  [401, null],
  [429, null],
  [409, 'request_in_progress'],
  [500, 'server_error'],
  [500, null],
  [503, null],
])('%i %s leaves open what became of it', (status, code) => expect(isLastWord(refusal(status, code))).toBe(false));

it('no answer at all leaves it open', () => expect(isLastWord({ data: null })).toBe(false));
