'use client';
/** Asks before a key dies: who means it names the key by its last four characters. */
import { Button, Modal, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Notice } from '#app/_ui/notice.tsx';
import classes from './key-dialog.module.css';

interface Props {
  opened: boolean;
  lastFour: string;
  title: string;
  /** What the button does. */
  label: string;
  /** What was confirmed could not be done. */
  failed: boolean;
  busy: boolean;
  /** It happened: the reader goes on elsewhere than at the button that asked. */
  done?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What happens then. */
  children: ReactNode;
}

export function KeyDialog({ opened, title, done = false, onClose, ...question }: Props) {
  const t = useTranslations('reseller.key');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="md"
      returnFocus={!done}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Question {...question} onClose={onClose} />
    </Modal>
  );
}

/** Lives as long as the dialog is open, so that each opening asks afresh. */
function Question({ lastFour, label, failed, busy, onConfirm, onClose, children }: Omit<Props, 'opened' | 'title' | 'done'>) {
  const t = useTranslations('reseller.key');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === lastFour) onConfirm();
    else setWrong(true);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <p>{children}</p>
      <TextInput
        data-autofocus
        label={t('confirm', { lastFour })}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        error={wrong && t('wrong', { lastFour })}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        classNames={{ input: classes.typed ?? '' }}
      />
      {failed && (
        <Notice tone="bad" alert>
          {t('notChanged')}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t('keep')}
        </Button>
        <Button type="submit" color="red.9" loading={busy}>
          {label} …{lastFour}
        </Button>
      </div>
    </form>
  );
}
