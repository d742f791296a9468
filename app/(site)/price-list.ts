/** The price list as a table: a row for each country, a column for each quantity from which some price changes. */
import type { Country } from '#server/kernel/countries.ts';

interface Tier {
  readonly country: Country;
  readonly minQty: number;
  readonly unitPriceCents: number;
}

export interface PriceRow {
  readonly country: Country;
  /** Cents at each quantity; null where the country is not sold in so few. */
  readonly unitPrices: readonly (number | null)[];
  readonly available: number;
}

/** Countries without any price are left out: nobody can buy there. */
export function priceListOf(
  tiers: readonly Tier[],
  stock: readonly { country: Country; available: number }[],
): { quantities: number[]; rows: PriceRow[] } {
  const quantities = [...new Set(tiers.map((tier) => tier.minQty))].toSorted((a, b) => a - b);
  const rows = stock.flatMap(({ country, available }): PriceRow[] => {
    const own = tiers.filter((tier) => tier.country === country).toSorted((a, b) => b.minQty - a.minQty);
    if (own.length === 0) return [];
    const unitPrices = quantities.map((quantity) => own.find((tier) => tier.minQty <= quantity)?.unitPriceCents ?? null);
    return [{ country, unitPrices, available }];
  });
  return { quantities, rows };
}
