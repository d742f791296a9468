'use client';
/** A purchase whose answer got lost: sending it again finds out, and makes it at most once. */
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Notice } from '#app/_ui/notice.tsx';
import type { Attempt } from './attempt.ts';
import classes from './unanswered.module.css';

interface Props {
  attempt: Attempt;
  onAskAgain: (attempt: Attempt) => void;
  onForget: () => void;
}

export function Unanswered({ attempt, onAskAgain, onForget }: Props) {
  const t = useTranslations('buy.unanswered');
  const nameOf = useTranslations('countries');
  return (
    <Notice tone="warn" alert>
      <strong>{t('title', { qty: attempt.qty, country: nameOf(attempt.country) })}</strong>
      <span>{t('why')}</span>
      <div className={classes.actions}>
        <Button size="xs" onClick={() => onAskAgain(attempt)}>
          {t('again')}
        </Button>
        <Button size="xs" variant="default" onClick={onForget}>
          {t('leave')}
        </Button>
      </div>
      <span>{t('leaveWhy')}</span>
    </Notice>
  );
}
