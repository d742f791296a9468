/** Reseller: the API key with which a program buys (specification section 5, rule 3). */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { entryPoint } from '../_proxies/entry-point.ts';
import { PurchaseApi } from './purchase-api.tsx';

export const metadata: Metadata = { title: 'Reseller' };

export default async function ResellerPage() {
  const { accountId, email } = await signedIn('/client/reseller');
  const { queryClient, procedures } = await pageQueries();
  await Promise.all([
    queryClient.prefetchQuery(procedures.reseller.status.queryOptions()),
    queryClient.prefetchQuery(procedures.proxies.latest.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title="Reseller">Let a program of yours buy proxies against the balance.</PageHead>
      <PurchaseApi account={{ account_id: accountId, email }} entryPoint={await entryPoint()} />
    </HydrationBoundary>
  );
}
