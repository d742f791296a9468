/**
 * Reseller: the API key with which a program buys (specification section 5, rule 3), what became of a purchase, the log of requests, and the
 * limits as they stand.
 */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { listPath, pageAsked, type SearchParams } from '#app/_lists/address.ts';
import { procedureContext, signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { keyStanding } from '#server/rest/rate-limit/key-standing.ts';
import { errorTable } from '#server/site.ts';
import { entryPoint } from '../_proxies/entry-point.ts';
import { WasICharged } from './charge.tsx';
import { LimitsNow } from './limits-now.tsx';
import { PurchaseApi } from './purchase-api.tsx';
import { RequestLog } from './request-log.tsx';
import { callsAsked, chargeAsked } from './reseller-address.ts';
import { RESELLER_PATH } from './reseller-path.ts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('reseller'))('title') };
}

export default async function ResellerPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const filter = callsAsked(params);
  const charge = chargeAsked(params);
  const page = pageAsked(params);
  const { accountId, email, resellerMode } = await signedIn(listPath(RESELLER_PATH, { ...filter, charge }, page));
  const [{ services }, { queryClient, procedures }, t] = await Promise.all([
    procedureContext(),
    pageQueries(),
    getTranslations('reseller'),
  ]);
  const [bucket] = await Promise.all([
    keyStanding(services, accountId),
    queryClient.prefetchQuery(procedures.reseller.status.queryOptions()),
    queryClient.prefetchQuery(procedures.proxies.latest.queryOptions()),
    queryClient.prefetchQuery(procedures.orders.headroom.queryOptions()),
    queryClient.prefetchQuery(procedures.records.calls.queryOptions({ ...filter, page })),
    ...(charge === undefined ? [] : [queryClient.prefetchQuery(procedures.records.charge.queryOptions({ reference: charge }))]),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Messages of={['reseller']}>
        <PageHead title={t('title')}>{t('lead')}</PageHead>
        <PurchaseApi account={{ account_id: accountId, email }} entryPoint={await entryPoint()}>
          <WasICharged asked={charge} filter={filter} />
          {resellerMode && <LimitsNow bucket={bucket} />}
          <RequestLog filter={filter} page={page} charge={charge} codes={Object.keys(errorTable).toSorted()} />
        </PurchaseApi>
      </Messages>
    </HydrationBoundary>
  );
}
