'use client';
/** A key just made, for the only time that it can be read. */
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { CopyButton } from '#app/_ui/copy.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import classes from './fresh-key.module.css';

export function FreshKey({ apiKey, onDone }: { apiKey: string; onDone: () => void }) {
  const t = useTranslations('reseller.key');
  const heading = useRef<HTMLHeadingElement>(null);
  // What made the key is gone, a button or a dialog: readers go on here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each key anew.
  useEffect(() => heading.current?.focus(), [apiKey]);
  return (
    <Notice tone="good">
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        {t('copyNow')}
      </h3>
      <p>{t('copyNowWhy')}</p>
      <output className={classes.key} aria-label={t('yours')}>
        {apiKey}
      </output>
      <div className={classes.actions}>
        <CopyButton text={apiKey} what={t('what')} />
        <Button variant="default" onClick={onDone}>
          {t('putAway')}
        </Button>
      </div>
    </Notice>
  );
}
