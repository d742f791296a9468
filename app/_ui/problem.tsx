'use client';
/** What stands where something could not be loaded. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Empty } from './panel.tsx';

export function Problem({ what, onRetry, retrying }: { what: string; onRetry: () => void; retrying?: boolean }) {
  const t = useTranslations('ui');
  return (
    <div role="alert">
      <Empty
        icon={<IconAlertTriangle size={20} />}
        title={t('notLoaded', { what })}
        action={
          <Button
            variant="default"
            loading={retrying ?? false}
            onClick={onRetry}
            leftSection={<IconRefresh size={16} aria-hidden />}
          >
            {t('tryAgain')}
          </Button>
        }
      >
        {t('notLoadedWhy')}
      </Empty>
    </div>
  );
}
