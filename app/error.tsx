'use client';
/** What a page that could not be made says. */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Empty } from './_ui/panel.tsx';

export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations('ui');
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <main>
      <Empty
        page
        icon={<IconAlertTriangle size={20} />}
        title={t('pageFailed')}
        action={<Button onClick={retry}>{t('tryAgain')}</Button>}
      >
        {t('pageFailedWhy')}
        {digest && ` ${t('pageFailedNumber', { digest })}`}
      </Empty>
    </main>
  );
}
