'use client';
/** The dialog of a change that can come to something else than was meant, such as that somebody was quicker: it then says so and stays. */
import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ChangeDialog } from './change-dialog.tsx';

type Props = Omit<ComponentProps<typeof ChangeDialog>, 'change' | 'problem' | 'onConfirm'> & {
  /** Does it. @returns null once it is done, else what to tell whoever asked. */
  change: (reason: string) => Promise<string | null>;
};

export function OutcomeDialog({ change, onClose, ...dialog }: Props) {
  const run = useMutation({ mutationFn: change, onSuccess: (problem) => problem === null && onClose() });
  return (
    <ChangeDialog
      {...dialog}
      change={run}
      problem={run.data ?? null}
      onConfirm={(reason) => run.mutate(reason)}
      onClose={onClose}
    />
  );
}
