/** Invoices: one for each purchase, to be found again and handed to a bookkeeper. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { listPath, pageAsked, type SearchParams } from '#app/_lists/address.ts';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { filterAsked } from './invoices-address.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('invoices'))('title') };
}

export default async function InvoicesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const filter = filterAsked(params);
  const page = pageAsked(params);
  await signedIn(listPath('/client/invoices', filter, page));
  const [{ queryClient, procedures }, t] = await Promise.all([pageQueries(), getTranslations('invoices')]);
  await queryClient.prefetchQuery(procedures.billing.invoices.queryOptions({ ...filter, page }));
  return (
    <Messages of={['invoices']}>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <PageHead title={t('title')}>{t('lead')}</PageHead>
        <InvoiceList filter={filter} page={page} />
      </HydrationBoundary>
    </Messages>
  );
}
