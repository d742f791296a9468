/** Confirming an e-mail address, from a mailed link. */
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { ProceduresProvider } from '#app/_procedures/provider.tsx';
import { DoorPage } from '../door-page.tsx';
import { Confirmation } from './confirmation.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('signIn'))('confirmTitle') };
}

export default async function ConfirmPage() {
  const t = await getTranslations('signIn');
  return (
    <Messages of={['signIn']}>
      <DoorPage title={t('confirmTitle')} other={{ label: t('toClientArea'), href: '/client' }}>
        <ProceduresProvider>
          <Confirmation />
        </ProceduresProvider>
      </DoorPage>
    </Messages>
  );
}
