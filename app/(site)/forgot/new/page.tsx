/** Choosing a new password, from a mailed link. */
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { ProceduresProvider } from '#app/_procedures/provider.tsx';
import { DoorPage } from '../../door-page.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('signIn'))('newPasswordTitle') };
}

export default async function NewPasswordPage() {
  const t = await getTranslations('signIn');
  return (
    <Messages of={['signIn']}>
      <DoorPage title={t('newPasswordTitle')} other={{ label: t('backToSignIn'), href: '/sign-in' }}>
        <ProceduresProvider>
          <NewPasswordForm />
        </ProceduresProvider>
      </DoorPage>
    </Messages>
  );
}
