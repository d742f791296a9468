'use client';
/** Confirms an address at the press of a button: programs that look links in mails through do not press it. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import classes from '../door-page.module.css';

export function Confirmation() {
  const t = useTranslations('signIn');
  const procedures = useProcedures();
  const confirm = useMutation(procedures.accounts.confirmEmail.mutationOptions());
  const { data } = confirm;
  return (
    <div className={classes.form}>
      {confirm.isError && (
        <Notice tone="bad" alert>
          {t('failed')}
        </Notice>
      )}
      {data?.outcome === 'confirmed' && (
        <Notice tone="good" alert>
          {t('confirmed', { email: data.email })}
        </Notice>
      )}
      {data?.outcome === 'link_over' && (
        <Notice tone="bad" alert>
          {t('confirmOver')}
        </Notice>
      )}
      {data?.outcome === 'email_taken' && (
        <Notice tone="bad" alert>
          {t('confirmTaken')}
        </Notice>
      )}
      {!data && (
        <>
          <p>{t('confirmWhat')}</p>
          <Button loading={confirm.isPending} onClick={() => confirm.mutate({ token: window.location.hash.slice(1) })}>
            {t('confirm')}
          </Button>
        </>
      )}
    </div>
  );
}
