/** Error codes of payments. */
import { defineErrors } from '#server/kernel/errors.ts';
import { type Cents, toEuros } from '#server/kernel/money.ts';
import { topUpBounds } from './rules.ts';

const euros = (amount: Cents): string => toEuros(amount).toLocaleString('en');

export const paymentErrors = defineErrors({
  top_up_unavailable: {
    status: 409,
    text: 'Payments are not set up on this site. Ask support to credit the balance.',
    meaning: 'The site has no payment provider.',
    action: 'Ask support to credit the balance.',
  },
  top_up_amount: {
    status: 400,
    text: `A top-up is from ${euros(topUpBounds.min)} to ${euros(topUpBounds.max)} euros, with at most two decimals.`,
    meaning: 'The amount of a top-up is outside of its bounds.',
    action: 'Choose another amount.',
  },
  top_up_key_reused: {
    status: 409,
    text: 'This key belongs to a top-up of another amount.',
    meaning: 'The key was used for another amount.',
    action: 'Use a new key.',
  },
  top_up_over: {
    status: 409,
    text: 'This top-up is over already. Begin another.',
    meaning: 'The top-up under the key was paid, or can no longer be paid.',
    action: 'Use a new key.',
  },
  too_many_top_ups: {
    status: 429,
    text: 'Too many top-ups were begun within an hour. Finish one of them, or try again later.',
    meaning: 'The account began too many top-ups within an hour.',
    action: 'Wait, or finish one that is open.',
  },
  provider_unreachable: {
    status: 502,
    text: 'The payment provider did not answer. Nothing was charged. Try again in a moment.',
    meaning: 'The payment provider did not answer, or refused.',
    action: 'Try again with the same key.',
  },
});
