/** Per cent: whole basis points inside, per cent with at most two decimals at the edges. */

/** What a discount may be in per cent: more than nothing, less than everything. The database has it too. */
export const DISCOUNT_PERCENT = { min: 0.01, max: 99.99 } as const;

/** The per cent of basis points: 1250 are 12.5. */
export function toPercent(basisPoints: number): number {
  return basisPoints / 100;
}

/** The basis points of per cent: 12.5 are 1250; to the nearest, since 0.29 * 100 is not 29. */
export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100);
}
