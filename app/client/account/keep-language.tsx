'use client';
/** Has mails come in the language in which the client area is read. */
import { useMutation } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { useEffect } from 'react';
import { languageOf } from '#app/_language/language.ts';
import { useProcedures } from '#app/_procedures/provider.tsx';
import type { Language } from '#server/kernel/languages.ts';

/** @param kept the account's language as it is kept. */
export function KeepLanguage({ kept }: { kept: Language | undefined }) {
  const language = languageOf(useLocale());
  const procedures = useProcedures();
  const { mutate } = useMutation(procedures.accounts.setLanguage.mutationOptions());
  useEffect(() => {
    if (language !== kept) mutate({ language });
  }, [language, kept, mutate]);
  return null;
}
