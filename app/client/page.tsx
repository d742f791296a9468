/** Overview: what there is to spend, what ends soon, what was spent, and what to do next. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { Overview } from './overview.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('overview'))('title') };
}

export default async function OverviewPage() {
  await signedIn('/client');
  const [{ queryClient, procedures }, t] = await Promise.all([pageQueries(), getTranslations('overview')]);
  await Promise.all([
    queryClient.prefetchQuery(procedures.accounts.me.queryOptions()),
    queryClient.prefetchQuery(procedures.billing.balance.queryOptions()),
    queryClient.prefetchQuery(procedures.billing.spending.queryOptions()),
    queryClient.prefetchQuery(procedures.billing.lowBalance.queryOptions()),
    queryClient.prefetchQuery(procedures.orders.offer.queryOptions()),
    queryClient.prefetchQuery(procedures.orders.headroom.queryOptions()),
    queryClient.prefetchQuery(procedures.orders.recent.queryOptions()),
    queryClient.prefetchQuery(procedures.proxies.expiring.queryOptions()),
    queryClient.prefetchQuery(procedures.reseller.status.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Messages of={['overview']}>
        <PageHead title={t('title')} />
        <Overview />
      </Messages>
    </HydrationBoundary>
  );
}
