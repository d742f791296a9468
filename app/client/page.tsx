/** Overview: the balance, what to do next, and the last orders. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { Overview } from './overview.tsx';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  await signedIn('/client');
  const { queryClient, procedures } = await pageQueries();
  await Promise.all([
    queryClient.prefetchQuery(procedures.accounts.me.queryOptions()),
    queryClient.prefetchQuery(procedures.billing.balance.queryOptions()),
    queryClient.prefetchQuery(procedures.orders.recent.queryOptions()),
    queryClient.prefetchQuery(procedures.reseller.status.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title="Overview" />
      <Overview />
    </HydrationBoundary>
  );
}
