/** What an address without a page says. */
import { IconMapOff } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ButtonLink } from './_ui/button-link.tsx';
import { Empty } from './_ui/panel.tsx';
import { SiteFrame } from './_ui/site-frame.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('ui');
  return { title: t('notFound') };
}

export default async function NotFound() {
  const t = await getTranslations('ui');
  return (
    <SiteFrame>
      <Empty
        page
        icon={<IconMapOff size={20} />}
        title={t('notFoundTitle')}
        action={<ButtonLink href="/client">{t('toClientArea')}</ButtonLink>}
      >
        {t('notFoundWhy')}
      </Empty>
    </SiteFrame>
  );
}
