'use client';
/** What an outcome other than the wanted one means, in the reader's language. */
import { useTranslations } from 'next-intl';
import { useWaitInWords } from '#app/_session/wait.ts';

const said = ['wrong_password', 'wrong_code', 'wrong_email', 'code_needed', 'email_taken', 'same', 'email_unconfirmed'] as const;

/** Null where there is nothing to say of it. */
export function useOutcomeText() {
  const t = useTranslations('account');
  const inWords = useWaitInWords();
  return ({ data, isError }: { data: { outcome: string; seconds?: number } | undefined; isError: boolean }) => {
    if (isError) return t('failed');
    if (data?.outcome === 'wait') return t('tooMany', { wait: inWords(data.seconds ?? 0) });
    const code = said.find((outcome) => outcome === data?.outcome);
    return code ? t(`outcomes.${code}`) : null;
  };
}
