'use client';
/** What a spin of the wheel gives on average. */
import { useFormatter } from 'next-intl';
import { toBasisPoints, toPercent } from '#server/kernel/percent.ts';
import { expectedBp } from '#server/plugins/promotions/rules.ts';
import type { Prize } from '#server/plugins/support/schema/prices.ts';

/** @returns what writes the average of some prizes: `3.4 %`. */
export function useExpected(): (prizes: readonly Prize[]) => string {
  const format = useFormatter();
  return (prizes) => {
    const expected = expectedBp(prizes.map(({ percentage, weight }) => ({ discountBp: toBasisPoints(percentage), weight })));
    return `${format.number(toPercent(expected), { maximumFractionDigits: 2 })} %`;
  };
}
