/** What claims on suppliers come to, and how well that is known. */

interface Sum {
  readonly euros: number;
  /** Claims whose costs are reckoned by a present price, and those of which nothing is known. */
  readonly guessed: number;
  readonly unknown: number;
}

/** `about €12.40; 2 of unknown cost`. @param money writes an amount in euros. */
export function sumText({ euros, guessed, unknown }: Sum, money: (euros: number) => string): string {
  const amount = `${guessed > 0 ? 'about ' : ''}${money(euros)}`;
  return unknown > 0 ? `${amount}; ${unknown} of unknown cost` : amount;
}
