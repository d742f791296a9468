/** Settlement: orders that were debited and not delivered, the oldest first. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { staff } from '../staff.ts';
import { Queue } from './queue.tsx';

export const metadata: Metadata = { title: 'Settlement' };

export default async function SettlementPage() {
  await staff('/desk/settlement');
  const { queryClient, procedures } = await pageQueries();
  await queryClient.prefetchQuery(procedures.support.settlement.queue.queryOptions());
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title="Settlement">Orders that were debited and not delivered. Each is delivered now, or refunded.</PageHead>
      <Queue />
    </HydrationBoundary>
  );
}
