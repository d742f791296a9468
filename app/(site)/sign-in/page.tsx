/** Signing in. */
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { procedureContext } from '#app/_procedures/context.ts';
import { returnPath } from '#server/plugins/accounts/rules.ts';
import { DoorPage } from '../door-page.tsx';
import { SignInForm } from './sign-in-form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('signIn'))('signIn') };
}

interface Props {
  /** `next`: the page that somebody wanted; `error`: how next-auth tells what went wrong where no script ran. */
  searchParams: Promise<{ next?: string | string[]; error?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { next, error } = await searchParams;
  const landing = returnPath(typeof next === 'string' ? next : undefined);
  const [{ principal }, t] = await Promise.all([procedureContext(), getTranslations('signIn')]);
  if (principal) redirect(landing);
  const other = { question: t('noAccount'), label: t('openOne'), href: `/sign-up?next=${encodeURIComponent(landing)}` };
  return (
    <Messages of={['signIn']}>
      <DoorPage title={t('signIn')} other={other}>
        <SignInForm landing={landing} told={typeof error === 'string' ? error : null} />
      </DoorPage>
    </Messages>
  );
}
