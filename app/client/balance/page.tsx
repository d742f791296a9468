/** Balance: what is left, how to top it up, and the ledger that says how it came about. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { listPath, pageAsked, type SearchParams } from '#app/_lists/address.ts';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { Balance } from './balance.tsx';
import { filterAsked } from './ledger-address.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('balance'))('title') };
}

export default async function BalancePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const filter = filterAsked(params);
  const page = pageAsked(params);
  const paymentsPage = pageAsked({ page: params.payments });
  const { accountId, email } = await signedIn(listPath('/client/balance', filter, page));
  const [{ queryClient, procedures }, t] = await Promise.all([pageQueries(), getTranslations('balance')]);
  const [offer] = await Promise.all([
    queryClient.fetchQuery(procedures.payments.offer.queryOptions()),
    queryClient.prefetchQuery(procedures.billing.balance.queryOptions()),
    queryClient.prefetchQuery(procedures.orders.offer.queryOptions()),
    queryClient.prefetchQuery(procedures.payments.list.queryOptions({ page: paymentsPage })),
    queryClient.prefetchQuery(procedures.billing.ledger.queryOptions({ ...filter, page })),
  ]);
  return (
    <Messages of={['balance']}>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <PageHead title={t('title')}>{t('intro')}</PageHead>
        <Balance
          account={{ account_id: accountId, email }}
          offer={offer}
          filter={filter}
          page={page}
          paymentsPage={paymentsPage}
        />
      </HydrationBoundary>
    </Messages>
  );
}
