/** Error codes of tasks. */
import { defineErrors } from '#server/kernel/errors.ts';

export const taskErrors = defineErrors({
  too_many_tasks: {
    status: 429,
    text: 'Too much is under way for this account. Wait until something has ended.',
    meaning: 'The account has as many tasks under way as it may have at once.',
    action: 'Wait until one has ended, or cancel one.',
  },
});
