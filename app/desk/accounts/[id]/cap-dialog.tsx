'use client';
/** Sets the cap of proxies over 24 hours, or returns it to the published one. */
import { NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { limits } from '#server/kernel/limits.ts';
import { MOST_CAP } from '#server/plugins/support/rules.ts';
import { ChangeDialog } from '../../change-dialog.tsx';
import { useAfterChange } from './use-change.ts';
import type { AccountView } from './view.ts';

export function CapDialog({ view, onClose }: { view: AccountView; onClose: () => void }) {
  const procedures = useProcedures();
  const after = useAfterChange(onClose);
  const [typed, setTyped] = useState<number | string>(view.cap.per_day);
  const published = typed === '';
  const change = useMutation(
    procedures.support.accounts.setCap.mutationOptions(
      after(published ? 'The published cap holds again.' : `The cap is ${typed} now.`),
    ),
  );
  return (
    <ChangeDialog
      title="Change the 24-hour cap"
      submit={published ? `Return to ${limits.proxiesPerDay}` : `Set the cap to ${typed}`}
      change={change}
      onConfirm={(reason) =>
        change.mutate({ account_id: view.account.account_id, per_day: typeof typed === 'number' ? typed : null, reason })
      }
      onClose={onClose}
    >
      <NumberInput
        label="Proxies over 24 hours"
        description={`${view.cap.ordered} are ordered just now. Leave it empty for the published cap of ${limits.proxiesPerDay}.`}
        min={0}
        max={MOST_CAP}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        hideControls
        data-autofocus
        value={typed}
        onChange={setTyped}
      />
    </ChangeDialog>
  );
}
