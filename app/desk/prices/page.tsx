/** Prices: the price lists of each country now and later, promo codes, and the odds of the wheel. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { listPath, type SearchParams, single } from '#app/_lists/address.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { countries } from '#server/kernel/countries.ts';
import { staff } from '../staff.ts';
import { PriceLists } from './price-lists.tsx';
import { PromoCodes } from './promo-codes.tsx';
import { Wheel } from './wheel.tsx';

export const metadata: Metadata = { title: 'Prices' };

export default async function PricesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const asked = single(await searchParams, 'country');
  const country = countries.find((one) => one === asked) ?? 'fr';
  await staff(listPath('/desk/prices', { country: asked && country }));
  const { queryClient, procedures } = await pageQueries();
  const { prices } = procedures.support;
  await Promise.all([
    queryClient.prefetchQuery(prices.lists.queryOptions()),
    queryClient.prefetchQuery(prices.codes.queryOptions()),
    queryClient.prefetchQuery(prices.wheel.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title="Prices">What proxies cost, now and later, and what makes them cheaper. VAT is included.</PageHead>
      <PriceLists country={country} />
      <PromoCodes />
      <Wheel />
    </HydrationBoundary>
  );
}
