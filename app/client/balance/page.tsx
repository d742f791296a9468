/** Balance: what is left, and the ledger that says how it came about. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { listPath, pageAsked, type SearchParams } from '../_lists/address.ts';
import { BalancePanel } from './balance-panel.tsx';
import { Ledger } from './ledger.tsx';
import { filterAsked } from './ledger-address.ts';

export const metadata: Metadata = { title: 'Balance' };

export default async function BalancePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const filter = filterAsked(params);
  const page = pageAsked(params);
  const { accountId, email } = await signedIn(listPath('/client/balance', filter, page));
  const { queryClient, procedures } = await pageQueries();
  await Promise.all([
    queryClient.prefetchQuery(procedures.billing.balance.queryOptions()),
    queryClient.prefetchQuery(procedures.billing.ledger.queryOptions({ ...filter, page })),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title="Balance">What you can spend, and every movement that led to it.</PageHead>
      <BalancePanel account={{ account_id: accountId, email }} />
      <Ledger filter={filter} page={page} />
    </HydrationBoundary>
  );
}
