/** Resale: what each proxy cost, for how much it was sold, to whom, and whether that is paid. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import type { SearchParams } from '#app/_lists/address.ts';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { entryPoint } from '../_proxies/entry-point.ts';
import { bookAddress, bookShownBy } from './book-address.ts';
import { ResaleBook } from './resale-book.tsx';
import { ResaleHead } from './resale-head.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('resale'))('title') };
}

interface Props {
  searchParams: Promise<SearchParams>;
}

export default async function ResalePage({ searchParams }: Props) {
  const shown = bookShownBy(await searchParams);
  await signedIn(bookAddress(shown));
  const { queryClient, procedures } = await pageQueries();
  await Promise.all([
    queryClient.prefetchQuery(procedures.resale.list.queryOptions(shown)),
    queryClient.prefetchQuery(procedures.resale.buyerNames.queryOptions()),
  ]);
  return (
    <Messages of={['resale']}>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <ResaleHead here="book" />
        <ResaleBook shown={shown} checkUrl={(await entryPoint()).checkUrl} />
      </HydrationBoundary>
    </Messages>
  );
}
