/** The sale price for the resale book, as typed. */
import { limits } from '#server/kernel/limits.ts';
import { typedEuros } from '../resale/sale-price.ts';

const { min, max } = limits.salePriceEuros;

/** Euros; 0 where nothing is typed. */
export function typedSalePrice(text: string): number {
  return text.trim() === '' ? 0 : typedEuros(text);
}

/** What is wrong with the price, or null. */
export function salePriceProblem(text: string): 'form' | 'tooMuch' | 'decimals' | null {
  const euros = typedSalePrice(text);
  if (Number.isNaN(euros)) return 'form';
  if (euros < min || euros > max) return 'tooMuch';
  return Math.round(euros * 100) / 100 === euros ? null : 'decimals';
}
