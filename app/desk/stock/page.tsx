/** Stock: what there is to sell and for how long, and every address of it. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { listPath, pageAsked, type SearchParams } from '#app/_lists/address.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { staff } from '../staff.ts';
import { AddressList } from './address-list.tsx';
import { ImportButton } from './import-button.tsx';
import { Pool } from './pool.tsx';
import { addressesAsked } from './stock-address.ts';

export const metadata: Metadata = { title: 'Stock' };

export default async function StockPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const filter = addressesAsked(params);
  const page = pageAsked(params);
  await staff(listPath('/desk/stock', filter, page));
  const { queryClient, procedures } = await pageQueries();
  await Promise.all([
    queryClient.prefetchQuery(procedures.support.stock.overview.queryOptions()),
    queryClient.prefetchQuery(procedures.support.stock.addresses.queryOptions({ ...filter, page })),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title="Stock" actions={<ImportButton />}>
        The site’s own exit addresses: what can be sold, how long it lasts, and where each address is.
      </PageHead>
      <Pool />
      <AddressList filter={filter} page={page} />
    </HydrationBoundary>
  );
}
