/** Proxies: all that the account has, to be found, used, copied and downloaded. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { SearchParams } from '#app/_lists/address.ts';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { entryPoint } from '../_proxies/entry-point.ts';
import { addressOf, shownBy } from './list-address.ts';
import { ProxyList } from './proxy-list.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('proxies'))('title') };
}

export default async function ProxiesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const shown = shownBy(await searchParams);
  await signedIn(addressOf(shown));
  const t = await getTranslations('proxies');
  const { queryClient, procedures } = await pageQueries();
  await queryClient.prefetchQuery(procedures.proxies.list.queryOptions(shown));
  const list = queryClient.getQueryData(procedures.proxies.list.queryKey(shown));
  if (list && list.records.length > 0) {
    await queryClient.prefetchQuery(
      procedures.proxies.usage.queryOptions({ proxy_ids: list.records.map((record) => record.proxy_id) }),
    );
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title={t('title')}>{t('subtitle')}</PageHead>
      <ProxyList shown={shown} checkUrl={(await entryPoint()).checkUrl} />
    </HydrationBoundary>
  );
}
