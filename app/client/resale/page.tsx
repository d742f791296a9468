/** Resale: the proxies bought, for how much each was sold and to whom. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { listPath, pageAsked, type SearchParams } from '../_lists/address.ts';
import { entryPoint } from '../_proxies/entry-point.ts';
import { ResaleBook } from './resale-book.tsx';

export const metadata: Metadata = { title: 'Resale' };

interface Props {
  searchParams: Promise<SearchParams>;
}

export default async function ResalePage({ searchParams }: Props) {
  const page = pageAsked(await searchParams);
  await signedIn(listPath('/client/resale', {}, page));
  const { queryClient, procedures } = await pageQueries();
  await queryClient.prefetchQuery(procedures.resale.list.queryOptions({ page }));
  const list = queryClient.getQueryData(procedures.resale.list.queryKey({ page }));
  if (list && list.records.length > 0) {
    await queryClient.prefetchQuery(
      procedures.proxies.usage.queryOptions({ proxy_ids: list.records.map((record) => record.proxy_id) }),
    );
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title="Resale">
        Every proxy you bought, with what you sold it for and to whom. Change a field in its place; it is saved as you leave it.
      </PageHead>
      <ResaleBook page={page} checkUrl={(await entryPoint()).checkUrl} />
    </HydrationBoundary>
  );
}
