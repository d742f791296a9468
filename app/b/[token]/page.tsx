/** A buyer's proxies, for whoever has the link. A token that never was, was revoked or has expired: the same answer. */
import { IconClockPause, IconServer2 } from '@tabler/icons-react';
import { TRPCError } from '@trpc/server';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { pageAsked, type SearchParams } from '#app/_lists/address.ts';
import { procedureContext } from '#app/_procedures/context.ts';
import { Moment } from '#app/_ui/moment.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty } from '#app/_ui/panel.tsx';
import { linkLimits } from '#server/plugins/resale/rules.ts';
import { createCaller } from '#server/site.ts';
import { secondsToWait } from '../too-often.ts';
import { BuyerProxies } from './buyer-proxies.tsx';
import classes from './page.module.css';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('buyerLink');
  return {
    title: { absolute: t('title') },
    description: t('description'),
    robots: { index: false, follow: false },
    referrer: 'no-referrer',
  };
}

interface Props {
  params: Promise<{ token: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function BuyerPage({ params, searchParams }: Props) {
  const t = await getTranslations('buyerLink');
  const { token } = await params;
  const page = pageAsked(await searchParams);
  const shown = await opened(token, page);
  if ('seconds' in shown) {
    return (
      <Empty page icon={<IconClockPause size={20} />} title={t('tooOften')}>
        {t('tooOftenWhy', shown)}
      </Empty>
    );
  }
  return (
    <>
      <header className={classes.head}>
        <h1>{t('count', { count: shown.total })}</h1>
        <p className={classes.quiet}>
          {t.rich('linkEnds', { moment: () => <Moment at={shown.expires_at} focusable /> })} {t('keepToYourself')}
        </p>
      </header>
      {shown.proxies.length > 0 ? (
        <>
          {shown.total > linkLimits.proxies && (
            <Pages
              page={page}
              pageSize={linkLimits.proxies}
              total={shown.total}
              address={(to) => `/b/${token}?page=${to}`}
              previous={t('previous')}
              next={t('next')}
            />
          )}
          <BuyerProxies token={token} proxies={shown.proxies} />
        </>
      ) : (
        <Empty icon={<IconServer2 size={20} />} title={t('none')}>
          {t('noneWhy')}
        </Empty>
      )}
    </>
  );
}

async function opened(token: string, page: number) {
  try {
    return await createCaller(await procedureContext()).resale.openLink({ token, page });
  } catch (error) {
    const seconds = secondsToWait(error);
    if (seconds !== null) return { seconds };
    // What is too long for a token is refused before it is looked for, and so is whoever of support looks at an account: links open credentials.
    if (error instanceof TRPCError && ['NOT_FOUND', 'BAD_REQUEST', 'FORBIDDEN'].includes(error.code)) notFound();
    throw error;
  }
}
