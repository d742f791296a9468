'use client';
/** Chooses the language of the pages. */
import { NativeSelect } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { languages } from '#server/kernel/languages.ts';
import { LANGUAGE_COOKIE, languageOf } from './language.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function LanguageSwitch() {
  const language = languageOf(useLocale());
  const t = useTranslations('ui');
  const router = useRouter();
  return (
    <NativeSelect
      size="xs"
      w={46}
      rightSection={null}
      rightSectionWidth={12}
      aria-label={t('language')}
      value={language}
      onChange={(event) => {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox.
        document.cookie = `${LANGUAGE_COOKIE}=${event.currentTarget.value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
        router.refresh();
      }}
      data={languages.map((value) => ({ value, label: value.toUpperCase() }))}
    />
  );
}
