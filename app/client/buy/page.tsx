/** Buy: country and quantity, what they cost this account and why, and the credentials right after. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { limits } from '#server/kernel/limits.ts';
import { Buy } from './buy.tsx';
import { buyPath, choiceOf } from './choice.ts';

export const metadata: Metadata = { title: 'Buy' };

interface Props {
  searchParams: Promise<{ country?: string | string[]; qty?: string | string[] }>;
}

export default async function BuyPage({ searchParams }: Props) {
  const choice = choiceOf(await searchParams);
  const { accountId, email } = await signedIn(buyPath(choice));
  const { queryClient, procedures } = await pageQueries();
  await queryClient.prefetchQuery(procedures.orders.offer.queryOptions());
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title="Buy">
        Proxies for {limits.proxyDays} days, paid from the balance. The credentials stand here a moment later.
      </PageHead>
      <Buy choice={choice} account={{ account_id: accountId, email }} />
    </HydrationBoundary>
  );
}
