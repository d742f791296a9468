/** Buyers: what each has, what he still owes, and the ways to his proxies and his links. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import type { SearchParams } from '#app/_lists/address.ts';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { ResaleHead } from '../resale-head.tsx';
import { BuyerList } from './buyer-list.tsx';
import { buyersAddress, buyersShownBy } from './buyers-address.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('resale'))('view.buyers') };
}

interface Props {
  searchParams: Promise<SearchParams>;
}

export default async function BuyersPage({ searchParams }: Props) {
  const shown = buyersShownBy(await searchParams);
  await signedIn(buyersAddress(shown));
  const { queryClient, procedures } = await pageQueries();
  await queryClient.prefetchQuery(procedures.resale.buyers.queryOptions(shown));
  return (
    <Messages of={['resale']}>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <ResaleHead here="buyers" />
        <BuyerList shown={shown} />
      </HydrationBoundary>
    </Messages>
  );
}
