'use client';
/** Says how many proxies an amount buys, in the reader's language: `17 proxies (France), 18 proxies (Spain) or 20 proxies (Europe)`. */
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { howManyEach } from './how-many.ts';

/** @returns null while prices are not there, and where it buys none anywhere. */
export function useHowMany(): (euros: number) => string | null {
  const t = useTranslations('balance');
  const country = useTranslations('countries');
  const format = useFormatter();
  const { data: offer } = useQuery(useProcedures().orders.offer.queryOptions());
  return (euros) => {
    const some = offer ? howManyEach(offer, euros).filter(({ count }) => count > 0) : [];
    if (some.length === 0) return null;
    const each = some.map(({ country: code, count }) => t('buysOf', { count, country: country(code) }));
    return format.list(each, { type: 'disjunction' });
  };
}
