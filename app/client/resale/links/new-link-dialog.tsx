'use client';
/** Makes a link for a buyer, and hands it over. */
import { Button, Modal, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { isProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import { CodeLine } from '#app/_ui/code-line.tsx';
import { CopyButton } from '#app/_ui/copy.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { linkLimits } from '#server/plugins/resale/rules.ts';
import classes from '../edit-dialog.module.css';
import { today } from '../today.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const OTHER_DAY = 'day';

/** @param buyer whom the link is for; without one he is chosen here. */
export function NewLinkDialog({ buyer: given, onClose }: { buyer?: string; onClose: () => void }) {
  const t = useTranslations('resale');
  const procedures = useProcedures();
  const queries = useQueryClient();
  const names = useQuery(procedures.resale.buyerNames.queryOptions()).data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const buyer = given ?? chosen ?? names[0] ?? '';
  const [life, setLife] = useState<string>(String(linkLimits.days[1]));
  const [day, setDay] = useState(today(linkLimits.days[1]));
  const create = useMutation(
    procedures.resale.createLink.mutationOptions({
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries({ queryKey: procedures.resale.pathKey() }),
    }),
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A day ends with it, where the reader is.
    const end = life === OTHER_DAY ? new Date(`${day}T23:59:59`) : new Date(Date.now() + Number(life) * DAY_MS);
    create.mutate({ buyer_name: buyer, expires_at: end.toISOString() });
  };

  const problem = () => {
    const code = isProcedureError(create.error) ? create.error.data?.code : undefined;
    if (code === 'NOT_FOUND') return t('buyerGone');
    return code === 'CONFLICT' ? t('tooManyLinks', { most: linkLimits.live }) : t('editFailed');
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={create.data ? t('linkReady', { name: create.data.buyer_name }) : t('newLinkTitle')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {create.data?.url ? (
        <div className={classes.form}>
          <p>{t('linkReadyWhat')}</p>
          <CodeLine what={t('theLink')} code={create.data.url} />
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
            <CopyButton text={create.data.url} what={t('theLink')} />
          </div>
        </div>
      ) : (
        <form className={classes.form} onSubmit={submit}>
          {given ? (
            <p>{t('linkFor', { name: given })}</p>
          ) : (
            <NativeSelect
              data-autofocus
              label={t('buyer')}
              value={buyer}
              onChange={(event) => setChosen(event.currentTarget.value)}
              data={[...names]}
            />
          )}
          <div className={classes.payment}>
            <SegmentedControl
              aria-label={t('linkLife')}
              value={life}
              onChange={setLife}
              data={[
                ...linkLimits.days.map((days) => ({ value: String(days), label: t('days', { days }) })),
                { value: OTHER_DAY, label: t('untilDay') },
              ]}
            />
            {life === OTHER_DAY && (
              <TextInput
                type="date"
                label={t('until')}
                required
                min={today()}
                max={today(linkLimits.mostDays - 1)}
                value={day}
                onChange={(event) => setDay(event.currentTarget.value)}
              />
            )}
          </div>
          <Notice tone="plain">{t('whoeverHasIt')}</Notice>
          {create.error && (
            <Notice tone="bad" alert>
              {problem()}
            </Notice>
          )}
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={create.isPending} disabled={buyer === '' || (life === OTHER_DAY && day === '')}>
              {t('makeLink')}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
