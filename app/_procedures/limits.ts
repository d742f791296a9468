/** How much pages may ask of the procedures: a batch of calls shares the database with purchases. */

export const procedureLimits = {
  /** Calls in one request. */
  callsPerBatch: 10,
  requestsPerMinutePerAddress: 600,
  /** Bytes of a request body. */
  bodyBytes: 102_400,
} as const;
