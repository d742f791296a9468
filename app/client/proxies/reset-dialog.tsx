'use client';
/** Asks before the passwords of many proxies die. */
import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { requestKey } from '#app/_procedures/request-key.ts';
import { Notice } from '#app/_ui/notice.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import type { Chosen } from '#server/plugins/proxies/schema.ts';
import classes from '../_proxies/renew-dialog.module.css';

interface Props {
  opened: boolean;
  count: number;
  proxies: Chosen;
  /** @param done whether they are being reset. */
  onClose: (done: boolean) => void;
}

export function ResetDialog({ opened, count, proxies, onClose }: Props) {
  const t = useTranslations('proxies');
  return (
    <Modal
      opened={opened}
      onClose={() => onClose(false)}
      title={t('resetTitle', { count })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Reset count={count} proxies={proxies} onClose={onClose} />
    </Modal>
  );
}

function Reset({ count, proxies, onClose }: Omit<Props, 'opened'>) {
  const t = useTranslations('proxies');
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const [key] = useState(requestKey);
  const reset = useMutation(
    procedures.proxies.resetMany.mutationOptions({
      onSuccess() {
        void queries.invalidateQueries({ queryKey: procedures.tasks.list.queryKey() });
        toast({ text: t('resetStarted') });
        onClose(true);
      },
    }),
  );
  return (
    <div className={classes.dialog}>
      <p>{t('resetWhy')}</p>
      {reset.error && (
        <Notice tone="bad" alert>
          {t(reset.error.data?.publicCode === 'too_many_tasks' ? 'tooManyTasks' : 'failed')}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={() => onClose(false)}>
          {t('cancel')}
        </Button>
        <Button color="red.9" loading={reset.isPending} onClick={() => reset.mutate({ proxies, key })}>
          {t('resetNow', { count })}
        </Button>
      </div>
    </div>
  );
}
