'use client';
/** A dialog with a form: what was refused above the fields, and the buttons below them. */
import { Button, Modal } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { FormEvent, ReactNode } from 'react';
import { Notice } from '#app/_ui/notice.tsx';
import classes from './account.module.css';

interface Props {
  title: string;
  /** What went wrong, in the reader's language. */
  problem: string | null;
  /** On the button that does it. */
  submit: string;
  busy: boolean;
  danger?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ title, problem, submit, busy, danger = false, onSubmit, onClose, children }: Props) {
  const t = useTranslations('account');
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <form className={classes.form} method="post" onSubmit={onSubmit} noValidate>
        {problem && (
          <Notice tone="bad" alert>
            {problem}
          </Notice>
        )}
        {children}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy} {...(danger ? { color: 'red.8' } : {})}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
