/** Error codes of the reseller API's door. */
import { defineErrors } from '#server/kernel/errors.ts';

export const resellerErrors = defineErrors({
  missing_key: {
    status: 401,
    text: 'Send the API key as Authorization: Bearer <API_KEY> or as X-API-Key: <API_KEY>.',
    meaning: 'No API key in the request.',
    action: 'Add the Authorization header.',
  },
  invalid_key: {
    status: 401,
    text: 'This API key is unknown, revoked or replaced. Generate a new one in the client area.',
    meaning: 'Unknown, revoked or replaced key.',
    action: 'Check or regenerate the key.',
  },
  not_reseller: {
    status: 403,
    text: 'Reseller mode is not active on this account. Contact support.',
    meaning: 'Reseller mode not active on the account.',
    action: 'Contact support.',
  },
  browser_not_allowed: {
    status: 403,
    text: 'The API is for server-side use: calls from a browser are refused, for the key must not reach one.',
    meaning: 'The call comes from a browser (an `Origin` or `Sec-Fetch-Site` header).',
    action: 'Call from a server.',
  },
  rate_limited: {
    status: 429,
    text: 'Too many requests. Wait as many seconds as Retry-After says.',
    meaning: 'More than 30 requests a minute with one key, or 120 from one address.',
    action: 'Wait `Retry-After` seconds.',
  },
});
