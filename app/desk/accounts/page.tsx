/** Accounts: finding one by whatever a customer writes, and movements that wait for a second person. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { listPath, type SearchParams, single } from '#app/_lists/address.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { withoutPassword } from '#server/plugins/support/rules.ts';
import { staff } from '../staff.ts';
import { AccountSearch } from './account-search.tsx';
import { Proposals } from './proposals.tsx';

export const metadata: Metadata = { title: 'Accounts' };

export default async function AccountsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const search = withoutPassword(single(await searchParams, 'search') ?? '').slice(0, 300);
  await staff(listPath('/desk/accounts', { search }));
  const { queryClient, procedures } = await pageQueries();
  await Promise.all([
    queryClient.prefetchQuery(procedures.support.accounts.find.queryOptions({ search })),
    queryClient.prefetchQuery(procedures.support.accounts.proposals.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title="Accounts" />
      <Proposals />
      <AccountSearch search={search} />
    </HydrationBoundary>
  );
}
