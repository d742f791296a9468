/** Error codes of buyer links. */
import { defineErrors } from '#server/kernel/errors.ts';

export const resaleErrors = defineErrors({
  links_too_often: {
    status: 429,
    text: 'Too many openings at once. Wait a minute.',
    meaning: 'A network opened links, drew their codes or checked their proxies more often than is admitted in a minute.',
    action: 'Wait.',
  },
});
