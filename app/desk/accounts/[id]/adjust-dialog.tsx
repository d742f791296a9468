'use client';
/** Credits or debits the account; above what one person moves alone, it proposes to. */
import { SegmentedControl, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { requestKey } from '#app/_procedures/request-key.ts';
import { eurosTyped } from '#app/_ui/euros-typed.ts';
import { useMoney } from '#app/_ui/money.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { ALONE, MOST_MOVED_CENTS, NOTE_LENGTH } from '#server/plugins/support/rules.ts';
import { ChangeDialog } from '../../change-dialog.tsx';
import type { AccountView } from './view.ts';

const bounds = { min: 0.01, max: MOST_MOVED_CENTS / 100 };

export function AdjustDialog({ view, onClose }: { view: AccountView; onClose: () => void }) {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const money = useMoney();
  const [direction, setDirection] = useState('credit');
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [told, setTold] = useState(false);
  /** Of this dialog: pressed twice, or sent again, it moves once. */
  const [key] = useState(requestKey);
  const amount = eurosTyped(typed, bounds);
  const proposes = amount !== null && amount > view.alone_left;
  const change = useMutation(
    procedures.support.accounts.adjust.mutationOptions({
      onSuccess: ({ outcome }) => {
        toast({
          text: outcome === 'moved' ? 'The balance has moved.' : 'Proposed: it moves when somebody else of support approves it.',
        });
        onClose();
        return queries.invalidateQueries({ queryKey: procedures.support.accounts.pathKey() });
      },
    }),
  );
  const verb = direction === 'credit' ? 'credit' : 'debit';
  const what = amount === null ? '' : ` ${money(amount)}`;
  return (
    <ChangeDialog
      title="Credit or debit"
      submit={proposes ? `Propose to ${verb}${what}` : `${verb === 'credit' ? 'Credit' : 'Debit'}${what}`}
      danger={verb === 'debit'}
      change={change}
      onConfirm={(reason) => {
        setTold(true);
        if (amount === null) return;
        const signed = verb === 'credit' ? amount : -amount;
        change.mutate({ account_id: view.account.account_id, amount: signed, note, reason, key });
      }}
      onClose={onClose}
    >
      <p>
        The balance is {money(view.balance)}. Up to {money(ALONE.cents / 100)} of an account in 24 hours you move alone, of this
        one {money(view.alone_left)} just now; what is more, somebody else of support approves.
      </p>
      <SegmentedControl
        aria-label="Direction"
        value={direction}
        onChange={setDirection}
        data={[
          { value: 'credit', label: 'Credit' },
          { value: 'debit', label: 'Debit' },
        ]}
      />
      <TextInput
        label="Amount in euros"
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={told && amount === null ? 'Give an amount such as 12.50.' : null}
      />
      <TextInput
        label="Note for the customer"
        description="They read it in their ledger; leave it empty for none."
        maxLength={NOTE_LENGTH}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ChangeDialog>
  );
}
