/** The published limits (specification section 8): the one place from which enforcement, docs, pages and tests read. */

export const limits = {
  /** Proxies in one order. */
  proxiesPerOrder: 50,
  /** Proxies over a rolling 24 hours, unless support granted the account another cap. */
  proxiesPerDay: 200,
  capWindowSeconds: 24 * 60 * 60,
  /** Requests in any 60 seconds. */
  requestsPerMinutePerKey: 30,
  requestsPerMinutePerAddress: 120,
  rateWindowSeconds: 60,
  /** Bytes of a request body: 100 KB. */
  bodyBytes: 102_400,
  idempotencyKeyLength: { min: 8, max: 128 },
  /** Euros, for the resale page. */
  salePriceEuros: { min: 0, max: 10_000 },
  /** Days for which a proxy is valid. */
  proxyDays: 30,
  /** Days before its end from which a proxy expires soon. */
  proxySoonDays: 7,
  /** Days for which the log of API requests is kept. */
  requestLogDays: 30,
} as const;

/** How an idempotency key looks (specification section 4). */
export const idempotencyKeyForm = new RegExp(
  `^[A-Za-z0-9._:-]{${limits.idempotencyKeyLength.min},${limits.idempotencyKeyLength.max}}$`,
);

/** A text, such as a header, where it looks like an idempotency key; null where it does not, or is not there. */
export function idempotencyKeyIn(text: string | null): string | null {
  return text !== null && idempotencyKeyForm.test(text) ? text : null;
}

/** The published limits of the entry point. Those up to `connectionsPerSource` are what its settings are by default. */
export const entryPointLimits = {
  /** From the connection to the last byte of the request. */
  handshakeSeconds: 10,
  /** To the target, its name included. */
  connectSeconds: 10,
  /** A tunnel through which nothing passes. */
  idleSeconds: 600,
  /** For open tunnels, when the entry point stops. */
  drainSeconds: 10,
  tunnelsPerProxy: 1_000,
  tunnelsPerAccount: 10_000,
  /** A source is an IPv4 address or an IPv6 /64. */
  connectionsPerSource: 10_000,
  /** Head of an HTTP request. */
  headBytes: 16_384,
  /** After which a failed authentication is answered. */
  failureSeconds: 2,
  /** Of one source, beyond which failures are not answered any more. */
  failuresPerMinute: 60,
  /** For which traffic is shown, and for which it is kept. */
  trafficDaysShown: 30,
  trafficDaysKept: 90,
} as const;
