/** Error codes of promotions. */
import { defineErrors } from '#server/kernel/errors.ts';

export const promotionErrors = defineErrors({
  too_many_codes: {
    status: 429,
    text: 'Too many promo codes that do not exist. Wait before you enter another.',
    meaning: 'An account entered too many promo codes that do not exist.',
    action: 'Wait `seconds` seconds.',
    extra: ['seconds'],
  },
  spin_day_over: {
    status: 409,
    text: 'The day of this spin (UTC) is over, or has not begun. Nothing was drawn.',
    meaning: 'A spin of the daily wheel for another day than today, on which the account did not spin.',
    action: 'Look at the wheel again, and spin for today.',
  },
  wheel_closed: {
    status: 409,
    text: 'The wheel gives nothing just now. Nothing was drawn.',
    meaning: 'A spin of the daily wheel while it has no prizes.',
    action: 'Come back another day.',
  },
});
