/** What `verify` is made of: a rule of the books, the stock or the orders, as a query for what breaks it. */

/** How long an order may be under way, or a delivery that support decided go on by nobody, before somebody has to look at it. */
export const LONGEST_UNDER_WAY = `interval '15 minutes'`;

/**
 * A rule. `sql` selects one text column, `detail`, with a row for each violation and none where the rule holds. It may read the row
 * `facts`: `now` (the moment of the snapshot) and `proxy_validity` (an interval).
 */
export interface Invariant {
  readonly rule: string;
  /** What holds, in a sentence for people. */
  readonly says: string;
  readonly sql: string;
}
