'use client';
/** Copies or downloads credentials: of the proxies that are chosen, or else of all that the filter finds. */
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Notice } from '#app/_ui/notice.tsx';
import { listLimits } from '#server/plugins/proxies/rules.ts';
import { type Choice, changed, isChosen, nothing } from './choice.ts';
import { type FormatName, formatNames, formats } from './formats.ts';
import classes from './hand-over.module.css';
import type { Found } from './list-address.ts';
import { ClipboardError, useCredentials } from './use-credentials.ts';

interface Props {
  found: Found;
  total: number;
  /** Ids on the page. */
  here: readonly string[];
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

export function HandOver({ found, total, here, choice, onChoose }: Props) {
  const t = useTranslations('proxies');
  const [format, setFormat] = useState<FormatName>('access');
  const { mutate, isPending, isSuccess, data, error, variables, come } = useCredentials();
  const some = choice !== 'all' && choice.size > 0;
  const count = some ? choice.size : Math.min(total, listLimits.ids);
  const chosenHere = here.filter((id) => isChosen(choice, id)).length;
  const run = (to: 'clipboard' | 'file') => mutate({ wanted: some ? [...choice] : found, format, to });
  const busy = (to: 'clipboard' | 'file') => isPending && variables.to === to;

  return (
    <section className={classes.bar} aria-label={t('handOver')}>
      <div className={classes.line}>
        <div className={classes.choice}>
          <Checkbox
            size="xs"
            label={t('thisPage')}
            disabled={here.length === 0}
            checked={here.length > 0 && chosenHere === here.length}
            indeterminate={chosenHere > 0 && chosenHere < here.length}
            onChange={(event) => onChoose(changed(choice, here, here, event.currentTarget.checked))}
          />
          <p className={classes.count}>
            {choice === 'all' ? t('allChosen', { count }) : some ? t('chosen', { count }) : t('found', { count: total })}
          </p>
          {some && chosenHere === here.length && total > here.length && (
            <Button size="compact-xs" variant="subtle" onClick={() => onChoose('all')}>
              {t('chooseAll', { count: Math.min(total, listLimits.ids) })}
            </Button>
          )}
          {(some || choice === 'all') && (
            <Button size="compact-xs" variant="subtle" onClick={() => onChoose(nothing)}>
              {t('chooseNone')}
            </Button>
          )}
        </div>
        <div className={classes.actions}>
          <NativeSelect
            size="xs"
            className={classes.format}
            aria-label={t('format')}
            value={format}
            onChange={(event) => setFormat(event.currentTarget.value as FormatName)}
            data={formatNames.map((value) => ({ value, label: formats[value].label }))}
          />
          <Button
            size="xs"
            variant="default"
            disabled={count === 0 || busy('file')}
            loading={busy('clipboard')}
            leftSection={<IconCopy size={15} aria-hidden />}
            onClick={() => run('clipboard')}
          >
            {some ? t('copySome', { count }) : t('copyAll')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={count === 0 || busy('clipboard')}
            loading={busy('file')}
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => run('file')}
          >
            {some ? t('downloadSome', { count }) : t('downloadAll')}
          </Button>
        </div>
      </div>
      {!some && total > listLimits.ids && <p className={classes.quiet}>{t('most', { count: listLimits.ids })}</p>}
      <p role="status" className={classes.quiet}>
        {isPending && t('fetching', { come, count })}
        {isSuccess && t(variables.to === 'file' ? 'downloaded' : 'copiedMany', { count: data })}
      </p>
      {error && (
        <Notice tone="bad" alert>
          {t(error instanceof ClipboardError ? 'clipboardClosed' : 'nothingCopied')}
        </Notice>
      )}
    </section>
  );
}
