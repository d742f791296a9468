/** Settlement: orders that were debited and not delivered, and payments that were not credited. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { staff } from '../staff.ts';
import { HeldPayments } from './held-payments.tsx';
import { Queue } from './queue.tsx';

export const metadata: Metadata = { title: 'Settlement' };

export default async function SettlementPage() {
  await staff('/desk/settlement');
  const { queryClient, procedures } = await pageQueries();
  await Promise.all([
    queryClient.prefetchQuery(procedures.support.settlement.queue.queryOptions()),
    queryClient.prefetchQuery(procedures.support.payments.onHold.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title="Settlement">
        Orders that were debited and not delivered, and payments that came in and were not credited.
      </PageHead>
      <Queue />
      <HeldPayments />
    </HydrationBoundary>
  );
}
