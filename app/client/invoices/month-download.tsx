'use client';
/** Puts all documents of a month into one file; the dock shows how far that is, and has the file. */
import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { languageOf } from '#app/_language/language.ts';
import { isProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import { Announcement } from '#app/_ui/announcement.tsx';
import classes from './invoice-list.module.css';

/** @param month that is shown, `2026-11`; without one, what to do to get it. */
export function MonthDownload({ month }: { month: string | undefined }) {
  const t = useTranslations('invoices');
  const format = useFormatter();
  const language = languageOf(useLocale());
  const procedures = useProcedures();
  const queries = useQueryClient();
  const zip = useMutation({
    ...procedures.billing.zipInvoices.mutationOptions(),
    onSuccess: () => queries.invalidateQueries({ queryKey: procedures.tasks.list.queryKey() }),
  });
  if (!month) return <p className={classes.hint}>{t('zipHint')}</p>;
  const tooMany = isProcedureError(zip.error) && zip.error.data?.publicCode === 'too_many_tasks';
  const problem = zip.error ? t(tooMany ? 'zipTooMany' : 'zipFailed') : '';
  return (
    <div className={classes.zip}>
      {problem && <span className={classes.problem}>{problem}</span>}
      <Announcement>{problem}</Announcement>
      <Button
        size="xs"
        variant="default"
        loading={zip.isPending}
        onClick={() => zip.mutate({ month, language })}
        leftSection={<IconFileZip size={15} aria-hidden />}
      >
        {t('zip', { month: format.dateTime(new Date(`${month}-01`), 'month') })}
      </Button>
    </div>
  );
}
