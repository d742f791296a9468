/** Error codes of orders. */
import { defineErrors } from '#server/kernel/errors.ts';

export const orderErrors = defineErrors({
  idempotency_key_required: {
    status: 400,
    text: 'Send an Idempotency-Key header of 8 to 128 letters, digits, dots, underscores, colons or hyphens.',
    meaning: 'Idempotency-Key header missing or malformed (8 to 128 characters of letters, digits, `.` `_` `:` `-`).',
    action: 'Add or fix it.',
  },
  invalid_country: {
    status: 400,
    text: 'country must be one of "fr", "es" and "eu".',
    meaning: '`country` missing or not `fr`, `es`, `eu`.',
    action: 'Fix the request.',
  },
  invalid_qty: {
    status: 400,
    text: 'qty must be a whole number from 1 to 50, given as a number and not as a string.',
    meaning: '`qty` not an integer from 1 to 50, or given as a string; in GET /stock: not an integer.',
    action: 'Fix the request.',
  },
  invalid_price: {
    status: 400,
    text: 'price must be a number of euros from 0 to 10000 with at most two decimals.',
    meaning: '`price` not a number from 0 to 10000 with at most two decimals.',
    action: 'Fix the request.',
  },
  idempotency_key_reused: {
    status: 422,
    text: 'This Idempotency-Key belongs to an order of another country or quantity.',
    meaning: 'Key already used for a different country or qty.',
    action: 'Use a new key.',
  },
  request_in_progress: {
    status: 409,
    text: 'The first request with this Idempotency-Key is still being processed.',
    meaning: 'A request with this key is being processed.',
    action: 'Wait a few seconds, replay with the same key.',
  },
  order_failed: {
    status: 409,
    firstStatus: 500,
    text: 'The order was debited but could not be completed. Do not replay it; contact support with the order_id.',
    meaning: 'Order debited but not delivered or finalized: 500 on the first answer, 409 on every replay.',
    action: 'Never replay; contact support.',
    extra: ['order_id'],
  },
  daily_limit: {
    status: 429,
    text: 'This order would exceed the number of proxies that the account may order within 24 hours.',
    meaning: 'Rolling 24-hour cap reached (200 proxies unless support granted another).',
    action: 'Reduce qty or wait `Retry-After` seconds.',
    extra: ['remaining_today'],
  },
  price_changed: {
    status: 409,
    text: 'The price has changed since it was shown. Nothing was debited.',
    meaning: 'A purchase on the site would cost another amount than its page showed; `total` is what it costs now.',
    action: 'Look at the price again; the same key stays usable.',
    extra: ['total'],
  },
  out_of_stock: {
    status: 409,
    text: 'There are fewer proxies of this country in stock than qty. Nothing was debited.',
    meaning: 'Stock for the country is lower than `qty`.',
    action: 'Reduce qty or retry later; the same key stays usable.',
    extra: ['available'],
  },
});
