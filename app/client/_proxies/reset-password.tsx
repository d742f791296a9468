'use client';
/** Asks before a proxy's password dies, and makes another. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import classes from './reset-password.module.css';

interface Props {
  proxyId: string;
  asking: boolean;
  /** @param done whether there is a new password. */
  onEnd: (done: boolean) => void;
}

export function ResetPassword({ proxyId, asking, onEnd }: Props) {
  const procedures = useProcedures();
  const t = useTranslations('proxies');
  const queries = useQueryClient();
  const reset = useMutation(
    procedures.proxies.reset.mutationOptions({
      onSuccess(proxy) {
        queries.setQueryData(procedures.proxies.credential.queryKey({ proxy_id: proxyId }), proxy);
        onEnd(true);
      },
    }),
  );
  if (asking) {
    return (
      <Notice tone="warn" alert>
        <p>{t('resetAsk')}</p>
        {reset.error && (
          <p className={classes.problem}>{t(reset.error.data?.code === 'CONFLICT' ? 'hasExpired' : 'resetFailed')}</p>
        )}
        <div className={classes.actions}>
          <Button size="xs" variant="default" autoFocus onClick={() => onEnd(false)}>
            {t('keepPassword')}
          </Button>
          <Button size="xs" color="red.9" loading={reset.isPending} onClick={() => reset.mutate({ proxy_id: proxyId })}>
            {t('resetIt')}
          </Button>
        </div>
      </Notice>
    );
  }
  return (
    reset.isSuccess && (
      <Notice tone="good" alert>
        {t('resetDone')}
      </Notice>
    )
  );
}
