'use client';
/** What a spin of the wheel gives on average. */
import { useFormatter } from 'next-intl';
import { expectedBp } from '#server/plugins/promotions/rules.ts';
import type { Prize } from '#server/plugins/support/schema/prices.ts';

/** @returns what writes the average of some prizes: `3.4 %`. */
export function useExpected(): (prizes: readonly Prize[]) => string {
  const format = useFormatter();
  return (prizes) => {
    const expected = expectedBp(prizes.map(({ percentage, weight }) => ({ discountBp: percentage * 100, weight })));
    return `${format.number(expected / 100, { maximumFractionDigits: 2 })} %`;
  };
}
