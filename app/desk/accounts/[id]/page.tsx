/** An account: what its owner sees, and what support may change of it. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { staff } from '../../staff.ts';
import { Account } from './account.tsx';

export const metadata: Metadata = { title: 'Account' };

export default async function AccountPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await staff(`/desk/accounts/${id}`);
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  const account_id = Number(id);
  const { queryClient, procedures } = await pageQueries();
  await Promise.all([
    queryClient.prefetchQuery(procedures.support.accounts.show.queryOptions({ account_id })),
    queryClient.prefetchQuery(procedures.support.accounts.proposals.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Account accountId={account_id} />
    </HydrationBoundary>
  );
}
