/** What to tell support, so that it finds the account. */
import type { ReactNode } from 'react';

export function AskSupport({ account, children }: { account: { account_id: number; email: string }; children: ReactNode }) {
  return (
    <>
      {children} Write to them and name account <strong>{account.account_id}</strong> ({account.email}).
    </>
  );
}
