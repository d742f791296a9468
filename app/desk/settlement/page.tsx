/** Settlement: orders that were debited and not delivered, and payments that were not credited. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from '#app/_lists/address.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { PageHead } from '#app/_ui/panel.tsx';
import { staff } from '../staff.ts';
import { claimsAddress } from './claims/claims-address.ts';
import { HeldPayments } from './held-payments.tsx';
import { OrderSearch } from './order-search.tsx';
import { Queue } from './queue.tsx';
import { queueAddress, queueAsked } from './queue-address.ts';

export const metadata: Metadata = { title: 'Settlement' };

export default async function SettlementPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const shown = queueAsked(await searchParams);
  await staff(queueAddress(shown));
  const { queryClient, procedures } = await pageQueries();
  await Promise.all([
    queryClient.prefetchQuery(procedures.support.settlement.queue.queryOptions(shown)),
    queryClient.prefetchQuery(procedures.support.settlement.paymentsOnHold.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead
        title="Settlement"
        actions={
          <ButtonLink href={claimsAddress()} variant="default">
            Claims on suppliers
          </ButtonLink>
        }
      >
        Orders that were debited and not delivered, and payments that came in and were not credited.
      </PageHead>
      <OrderSearch />
      <Queue shown={shown} />
      <HeldPayments />
    </HydrationBoundary>
  );
}
