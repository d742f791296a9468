'use client';
/** Reminds of an e-mail address that is not confirmed, and sends the link once more. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useWaitInWords } from '#app/_session/wait.ts';
import { Notice } from '#app/_ui/notice.tsx';
import classes from './account.module.css';

export function ConfirmNotice({ email }: { email: string }) {
  const t = useTranslations('account');
  const inWords = useWaitInWords();
  const procedures = useProcedures();
  const send = useMutation(procedures.accounts.sendConfirmation.mutationOptions());
  const { data } = send;
  return (
    <Notice tone="warn">
      <div className={classes.notice}>
        <span>{t('unconfirmed', { email })}</span>
        <span role="status">
          {data?.outcome === 'sent' && t('sent', { email: data.email })}
          {data?.outcome === 'confirmed_already' && t('confirmedAlready')}
          {data?.outcome === 'wait' && t('later', { wait: inWords(data.seconds) })}
          {send.isError && t('failed')}
        </span>
        {(!data || data.outcome === 'wait') && (
          <Button variant="default" size="xs" loading={send.isPending} onClick={() => send.mutate()}>
            {t('sendAgain')}
          </Button>
        )}
      </div>
    </Notice>
  );
}
