/** What `verify` is made of: a rule of the books, the stock or the orders, as a query for what breaks it. */

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
