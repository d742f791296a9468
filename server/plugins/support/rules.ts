/** Pure rules of the desk. */

/** Characters of the reason that every change at the desk is given. */
export const REASON_LENGTH = { min: 3, max: 500 };
