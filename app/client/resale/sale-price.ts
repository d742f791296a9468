/** Sale prices as people type them. */

/** Euros of `12`, `12.5`, `12,50` or `€ 12.50`; NaN for anything else, which the schema then refuses in words. */
export function typedEuros(text: string): number {
  const figures = text.replace(/[€\s]/g, '');
  return /^\d+([.,]\d+)?$/.test(figures) ? Number(figures.replace(',', '.')) : Number.NaN;
}
