'use client';
/** One's data: to take along, and to have deleted. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Fact, Facts } from '#app/_ui/facts.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import classes from './account.module.css';

const DeleteDialog = dynamic(() => import('./delete-dialog.tsx').then((file) => file.DeleteDialog));

export function OwnData() {
  const t = useTranslations('account');
  const procedures = useProcedures();
  const queries = useQueryClient();
  const [deleting, setDeleting] = useState(false);
  const start = useMutation(
    procedures.accounts.startExport.mutationOptions({
      onSuccess: () => queries.invalidateQueries(procedures.tasks.list.queryFilter()),
    }),
  );
  return (
    <Panel id="own-data" title={t('data')} description={t('dataWhat')}>
      <Facts>
        <Fact
          name={t('export')}
          action={
            <Button variant="default" size="xs" loading={start.isPending} onClick={() => start.mutate()}>
              {t('startExport')}
            </Button>
          }
        >
          <span role="status" className={start.isIdle || start.isPending ? classes.quiet : undefined}>
            {t(start.isSuccess ? 'exportStarted' : start.isError ? 'failed' : 'exportWhat')}
          </span>
        </Fact>
        <Fact
          name={t('delete')}
          action={
            <Button variant="subtle" color="red" c="var(--bad)" size="xs" onClick={() => setDeleting(true)}>
              {t('deleteAccount')}
            </Button>
          }
        >
          <span className={classes.quiet}>{t('deleteWhat')}</span>
        </Fact>
      </Facts>
      {deleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </Panel>
  );
}
