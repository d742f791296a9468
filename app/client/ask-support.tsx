/** What to tell support, so that it finds the account. */
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';

export function AskSupport({ account, children }: { account: { account_id: number; email: string }; children: ReactNode }) {
  const t = useTranslations('ui');
  return (
    <>
      {children}{' '}
      {t.rich('askSupport', { b: (text) => <strong>{text}</strong>, id: String(account.account_id), email: account.email })}
    </>
  );
}
