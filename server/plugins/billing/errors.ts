/** Error codes of billing. */
import { defineErrors } from '#server/kernel/errors.ts';

export const billingErrors = defineErrors({
  insufficient_balance: {
    status: 402,
    text: 'The balance is too low for this order. Nothing was debited.',
    meaning: 'Balance too low.',
    action: 'Top up, then replay with the same key.',
    extra: ['balance', 'required'],
  },
});
