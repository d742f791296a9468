/** Account: how one signs in, where one is signed in, what invoices say, and one's data. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { signedIn } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { countryCodes, countryNamesIn } from '#server/plugins/billing/rules.ts';
import { BillingDetails, type NamedCountry } from './billing-details.tsx';
import { OwnData } from './own-data.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { SignIns } from './sign-ins.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('account'))('title') };
}

export default async function AccountPage() {
  await signedIn('/client/account');
  const { queryClient, procedures } = await pageQueries();
  const [t, locale] = await Promise.all([
    getTranslations('account'),
    getLocale(),
    queryClient.prefetchQuery(procedures.accounts.profile.queryOptions()),
    queryClient.prefetchQuery(procedures.accounts.sessions.queryOptions()),
    queryClient.prefetchQuery(procedures.billing.details.queryOptions()),
  ]);
  return (
    <Messages of={['account', 'signIn']}>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <PageHead title={t('title')}>{t('what')}</PageHead>
        <SignInPanel />
        <SignIns />
        <BillingDetails countries={countriesIn(locale)} />
        <OwnData />
      </HydrationBoundary>
    </Messages>
  );
}

/** All countries by their names in the reader's language, in its order. */
function countriesIn(locale: string): NamedCountry[] {
  const nameOf = countryNamesIn(locale);
  const all = countryCodes.map((value) => ({ value, label: nameOf(value) }));
  return all.toSorted((a, b) => a.label.localeCompare(b.label, locale));
}
