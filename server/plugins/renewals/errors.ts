/** Error codes of renewals. */
import { defineErrors } from '#server/kernel/errors.ts';

export const renewalErrors = defineErrors({
  renewal_changed: {
    status: 409,
    text: 'The price or the proxies are not what they were when you looked. Nothing was debited. Look again.',
    meaning: 'The price has moved, or some of the proxies have expired or were renewed meanwhile.',
    action: 'Ask for the price again, then repeat with the new total.',
  },
});
