/** The sale price for the resale book, as typed with an order. */
import { priceProblem, typedEuros } from '../resale/sale-price.ts';

/** Euros; 0 where nothing is typed. */
export function typedSalePrice(text: string): number {
  return text.trim() === '' ? 0 : typedEuros(text);
}

/** What is wrong with the price, or null. */
export function salePriceProblem(text: string): ReturnType<typeof priceProblem> {
  return priceProblem(typedSalePrice(text));
}
