/** Sale prices as people type them. */
import { limits } from '#server/kernel/limits.ts';
import { fromEuros } from '#server/kernel/money.ts';

/** Euros of `12`, `12.5`, `12,50` or `€ 12.50`; NaN for anything else. */
export function typedEuros(text: string): number {
  const figures = text.replace(/[€\s]/g, '');
  return /^\d+([.,]\d+)?$/.test(figures) ? Number(figures.replace(',', '.')) : Number.NaN;
}

/** What is wrong with a sale price in euros, as the schema would find; null where nothing is. */
export function priceProblem(euros: number): 'noNumber' | 'tooHigh' | 'decimals' | null {
  if (Number.isNaN(euros)) return 'noNumber';
  if (euros > limits.salePriceEuros.max) return 'tooHigh';
  return fromEuros(euros) === null ? 'decimals' : null;
}
