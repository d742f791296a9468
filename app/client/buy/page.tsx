/** Buy: country and quantity, what they cost this account and why, and the credentials right after. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { limits } from '#server/kernel/limits.ts';
import { Buy } from './buy.tsx';
import { buyPath, choiceOf } from './choice.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('buy');
  return { title: t('title') };
}

interface Props {
  searchParams: Promise<{ country?: string | string[]; qty?: string | string[] }>;
}

export default async function BuyPage({ searchParams }: Props) {
  const choice = choiceOf(await searchParams);
  const { accountId, email } = await signedIn(buyPath(choice));
  const [{ queryClient, procedures }, t] = await Promise.all([pageQueries(), getTranslations('buy')]);
  await Promise.all([
    queryClient.prefetchQuery(procedures.orders.offer.queryOptions({ keep: [] })),
    queryClient.prefetchQuery(procedures.promotions.wheel.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Messages of={['buy']}>
        <PageHead title={t('title')}>{t('intro', { days: limits.proxyDays })}</PageHead>
        <Buy choice={choice} account={{ account_id: accountId, email }} />
      </Messages>
    </HydrationBoundary>
  );
}
