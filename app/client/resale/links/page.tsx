/** Links: the pages that show buyers their proxies, how often they were opened, and how long they live. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { listPath, pageAsked, type SearchParams, single } from '#app/_lists/address.ts';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { ResaleHead } from '../resale-head.tsx';
import { LinkList } from './link-list.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('resale'))('view.links') };
}

interface Props {
  searchParams: Promise<SearchParams>;
}

export default async function LinksPage({ searchParams }: Props) {
  const params = await searchParams;
  const buyer = single(params, 'buyer')?.slice(0, 200).trim();
  const shown = { ...(buyer ? { buyer } : {}), page: pageAsked(params) };
  await signedIn(listPath('/client/resale/links', { buyer }, shown.page));
  const { queryClient, procedures } = await pageQueries();
  await Promise.all([
    queryClient.prefetchQuery(procedures.resale.links.queryOptions(shown)),
    queryClient.prefetchQuery(procedures.resale.buyerNames.queryOptions()),
  ]);
  return (
    <Messages of={['resale']}>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <ResaleHead here="links" />
        <LinkList shown={shown} />
      </HydrationBoundary>
    </Messages>
  );
}
