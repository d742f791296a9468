'use client';
/** The dialog of every change at the desk: what it will do, the reason, and what was refused. */
import { Button, Modal, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMoney } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { REASON_LENGTH } from '#server/plugins/support/rules.ts';
import classes from './change-dialog.module.css';
import { refusalText } from './refusal-text.ts';

interface Props {
  title: string;
  /** On the button that does it. */
  submit: string;
  danger?: boolean;
  change: { isPending: boolean; error: unknown };
  /** Why it was not done, where that is no error. */
  problem?: string | null;
  wide?: boolean;
  /** Whether there is something to do; while there is not, no reason is asked for. */
  ready?: boolean;
  /** Characters of the reason at most, and who reads it. */
  reasonMost?: number;
  reasonFor?: string;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  /** What it will do, and its fields. */
  children?: ReactNode;
}

export function ChangeDialog(props: Props) {
  const { title, submit, danger = false, change, wide = false, ready = true, onConfirm, onClose, children } = props;
  const money = useMoney();
  const problem = change.error === null ? props.problem : refusalText(change.error, money);
  const [reason, setReason] = useState('');
  const [told, setTold] = useState(false);
  const missing = reason.trim().length < REASON_LENGTH.min;
  return (
    <Modal opened onClose={onClose} title={title} size={wide ? 'xl' : 'md'} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTold(missing);
          if (!missing && !change.isPending) onConfirm(reason.trim());
        }}
      >
        {children}
        {problem && (
          <Notice tone="bad" alert>
            {problem}
          </Notice>
        )}
        {ready && (
          <Textarea
            label="Reason"
            description={props.reasonFor ?? 'For the audit: why, and who asked for it.'}
            autosize
            minRows={2}
            maxLength={props.reasonMost ?? REASON_LENGTH.max}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={told && missing ? `Give a reason of ${REASON_LENGTH.min} characters or more.` : null}
          />
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {ready && (
            <Button type="submit" loading={change.isPending} {...(danger ? { color: 'red.8' } : {})}>
              {submit}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  );
}
