/** The sale price for the resale book, as typed. */
import { limits } from '#server/kernel/limits.ts';
import { typedEuros } from '../resale/sale-price.ts';

const { min, max } = limits.salePriceEuros;

/** Euros; 0 where nothing is typed. */
export function typedSalePrice(text: string): number {
  return text.trim() === '' ? 0 : typedEuros(text);
}

/** What is wrong with the price, or null. */
export function salePriceProblem(text: string): string | null {
  const euros = typedSalePrice(text);
  if (Number.isNaN(euros)) return 'Give an amount in euros, such as 4.50, or leave it empty.';
  if (euros < min || euros > max) return `Give at most ${max} €.`;
  return Math.round(euros * 100) / 100 === euros ? null : 'Give at most two decimals.';
}
