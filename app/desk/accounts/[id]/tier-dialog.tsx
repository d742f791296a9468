'use client';
/** Puts the account into a reseller tier, or out of it. */
import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ChangeDialog } from '../../change-dialog.tsx';
import { useAfterChange } from './use-change.ts';
import type { AccountView } from './view.ts';

export function TierDialog({ view, onClose }: { view: AccountView; onClose: () => void }) {
  const procedures = useProcedures();
  const after = useAfterChange(onClose);
  const [tier, setTier] = useState(view.tier ?? '');
  const change = useMutation(
    procedures.support.accounts.setTier.mutationOptions(
      after(tier === '' ? 'The account is in no tier now.' : `The tier is ${tier} now.`),
    ),
  );
  return (
    <ChangeDialog
      title="Change the reseller tier"
      submit={tier === '' ? 'Take out of the tier' : `Set the tier to ${tier}`}
      change={change}
      onConfirm={(reason) => change.mutate({ account_id: view.account.account_id, tier: tier === '' ? null : tier, reason })}
      onClose={onClose}
    >
      <NativeSelect
        label="Tier"
        description="It holds from the next order on."
        data={[
          { value: '', label: 'None' },
          ...view.tiers.map(({ name, percent }) => ({ value: name, label: `${name} (${percent} %)` })),
        ]}
        value={tier}
        onChange={(event) => setTier(event.currentTarget.value)}
        data-autofocus
      />
    </ChangeDialog>
  );
}
