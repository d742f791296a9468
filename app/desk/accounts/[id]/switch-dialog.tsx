'use client';
/** Turns something of the account on or off: reseller mode, the lock, its sign-ins. */
import { useMutation } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ChangeDialog } from '../../change-dialog.tsx';
import { useAfterChange } from './use-change.ts';
import type { AccountView } from './view.ts';

interface Props {
  which: 'reseller' | 'lock' | 'sign-out';
  view: AccountView;
  onClose: () => void;
}

export function SwitchDialog({ which, view, onClose }: Props) {
  const procedures = useProcedures();
  const after = useAfterChange(onClose);
  const { account_id, reseller_mode: reseller, locked_at: lockedAt } = view.account;
  const mode = useMutation(
    procedures.support.accounts.setResellerMode.mutationOptions(
      after(reseller ? 'Reseller mode is off.' : 'Reseller mode is on.'),
    ),
  );
  const lock = useMutation(
    procedures.support.accounts.setLocked.mutationOptions(
      after(lockedAt ? 'The account is open again.' : 'The account is locked.'),
    ),
  );
  const signOut = useMutation(procedures.support.accounts.signOut.mutationOptions(after('Every sign-in was ended.')));
  switch (which) {
    case 'reseller':
      return (
        <ChangeDialog
          title={reseller ? 'Turn reseller mode off' : 'Turn reseller mode on'}
          submit={reseller ? 'Turn off' : 'Turn on'}
          danger={reseller}
          change={mode}
          onConfirm={(reason) => mode.mutate({ account_id, on: !reseller, reason })}
          onClose={onClose}
        >
          <p>
            {reseller
              ? 'The API key is refused from the next request on. The key itself stays, and works again when the mode is on.'
              : 'The account can make an API key and buy by it.'}
          </p>
        </ChangeDialog>
      );
    case 'lock':
      return (
        <ChangeDialog
          title={lockedAt ? 'Open the account again' : 'Lock the account'}
          submit={lockedAt ? 'Open again' : 'Lock'}
          danger={!lockedAt}
          change={lock}
          onConfirm={(reason) => lock.mutate({ account_id, locked: !lockedAt, reason })}
          onClose={onClose}
        >
          <p>
            {lockedAt
              ? 'Its owner can sign in again, and its API key works as before.'
              : 'Every sign-in ends at once, nobody can sign in, and the API key is refused. Its proxies go on, also those that renew themselves.'}
          </p>
        </ChangeDialog>
      );
    case 'sign-out':
      return (
        <ChangeDialog
          title="Sign out everywhere"
          submit="Sign out everywhere"
          danger
          change={signOut}
          onConfirm={(reason) => signOut.mutate({ account_id, reason })}
          onClose={onClose}
        >
          <p>Its owner has to sign in again in every browser. The API key goes on working.</p>
        </ChangeDialog>
      );
  }
}
