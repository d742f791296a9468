/** The way back for who forgot the password. */
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { ProceduresProvider } from '#app/_procedures/provider.tsx';
import { DoorPage } from '../door-page.tsx';
import { ForgotForm } from './forgot-form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('signIn'))('forgotTitle') };
}

export default async function ForgotPage() {
  const t = await getTranslations('signIn');
  return (
    <Messages of={['signIn']}>
      <DoorPage title={t('forgotTitle')} other={{ label: t('backToSignIn'), href: '/sign-in' }}>
        <ProceduresProvider>
          <ForgotForm />
        </ProceduresProvider>
      </DoorPage>
    </Messages>
  );
}
