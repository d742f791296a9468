/** Opening an account. */
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { procedureContext } from '#app/_procedures/context.ts';
import { ProceduresProvider } from '#app/_procedures/provider.tsx';
import { returnPath } from '#server/plugins/accounts/rules.ts';
import { DoorPage } from '../door-page.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('signIn'))('openAccount') };
}

interface Props {
  /** `next`: the page that somebody wanted. */
  searchParams: Promise<{ next?: string | string[] }>;
}

export default async function SignUpPage({ searchParams }: Props) {
  const { next } = await searchParams;
  const landing = returnPath(typeof next === 'string' ? next : undefined);
  const [{ principal }, t] = await Promise.all([procedureContext(), getTranslations('signIn')]);
  if (principal) redirect(landing);
  const other = { question: t('haveAccount'), label: t('signIn'), href: `/sign-in?next=${encodeURIComponent(landing)}` };
  return (
    <Messages of={['signIn']}>
      <DoorPage title={t('openAccount')} other={other}>
        <ProceduresProvider>
          <SignUpForm landing={landing} />
        </ProceduresProvider>
      </DoorPage>
    </Messages>
  );
}
