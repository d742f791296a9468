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
} as const;
