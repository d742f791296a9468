'use client';
/** The dialog of a change at the desk: what will happen, its fields, and the reason that the audit keeps. */
import { Button, Modal, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Notice } from '#app/_ui/notice.tsx';
import { REASON_LENGTH } from '#server/plugins/support/rules.ts';
import classes from './change-dialog.module.css';

interface Props {
  title: string;
  /** On the button that does it. */
  submit: string;
  danger?: boolean;
  wide?: boolean;
  /** Whether there is something to do; while there is not, no reason is asked for. */
  ready?: boolean;
  /** Does it. @returns null once it is done, else what to tell whoever asked. */
  change: (reason: string) => Promise<string | null>;
  onClose: () => void;
  children: ReactNode;
}

const FAILED = 'That could not be done just now, and nothing was changed. Try again in a few seconds.';

export function ChangeDialog({ title, submit, danger = false, wide = false, ready = true, change, onClose, children }: Props) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const missing = reason.trim().length < REASON_LENGTH.min;
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (missing) {
      setProblem('Give a reason: it is kept in the audit.');
      return;
    }
    setBusy(true);
    const refused = await change(reason.trim()).catch(() => FAILED);
    setBusy(false);
    setProblem(refused);
    if (refused === null) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} size={wide ? 'xl' : 'md'} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={classes.form} method="post" noValidate onSubmit={onSubmit}>
        {children}
        {problem && (
          <Notice tone="bad" alert>
            {problem}
          </Notice>
        )}
        {ready && (
          <Textarea
            label="Reason"
            description="Kept in the audit, with what was changed."
            required
            autosize
            minRows={2}
            maxLength={REASON_LENGTH.max}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {ready && (
            <Button type="submit" loading={busy} {...(danger ? { color: 'red.9' } : {})}>
              {submit}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  );
}
