/** Pure rules of the desk. */

/** Characters of the reason that every change at the desk is given. */
export const REASON_LENGTH = { min: 3, max: 500 };

/** What the desk takes and gives of the stock at once. */
export const STOCK_LIMITS = {
  addressesAtOnce: 100,
  pageSize: 50,
  /** Characters of a list to import: as many as fit into a request. */
  listLength: 90_000,
  /** Addresses that a preview names of each kind. */
  previewed: 50,
} as const;

/** Bounds of what prices the desk may set. */
export const PRICE_LIMITS = {
  steps: 20,
  unitCents: 1_000_000,
  codeUses: 1_000_000,
  wheelPrizes: 20,
  wheelWeight: 1_000_000,
} as const;
