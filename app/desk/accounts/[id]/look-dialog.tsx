'use client';
/** Asks why, and opens the client area as the customer sees it. */
import { useMutation } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { LOOK_SECONDS } from '#server/plugins/support/rules.ts';
import { ChangeDialog } from '../../change-dialog.tsx';

export function LookDialog({ accountId, onClose }: { accountId: number; onClose: () => void }) {
  const procedures = useProcedures();
  const look = useMutation(
    procedures.support.accounts.look.mutationOptions({
      // Not by the router, which keeps what it has shown of the client area that is one's own.
      onSuccess: () => window.location.assign('/client'),
    }),
  );
  return (
    <ChangeDialog
      title="See what the customer sees"
      submit="Open the client area"
      change={{ isPending: look.isPending || look.isSuccess, error: look.error }}
      onConfirm={(reason) => look.mutate({ account_id: accountId, reason })}
      onClose={onClose}
    >
      <p>
        For {LOOK_SECONDS / 60} minutes, the client area in this browser is that of the customer, without passwords and links that
        open them. Nothing can be changed there. The desk stays yours.
      </p>
    </ChangeDialog>
  );
}
