'use client';
/** What is wrong with an e-mail address, a password or a code, in the reader's language; null where nothing is. */
import { useTranslations } from 'next-intl';
import { codeOf, PASSWORD_LENGTH } from '#server/plugins/accounts/rules.ts';
import { emailSchema, passwordSchema } from '#server/plugins/accounts/schema.ts';

export function useFieldChecks() {
  const t = useTranslations('signIn');
  return {
    email: (value: string) => (emailSchema.safeParse(value).success ? null : t('emailForm')),
    newPassword: (value: string) => {
      if (passwordSchema.safeParse(value).success) return null;
      return value.length < PASSWORD_LENGTH.min
        ? t('passwordShort', { least: PASSWORD_LENGTH.min })
        : t('passwordLong', { most: PASSWORD_LENGTH.max });
    },
    password: (value: string) => (value === '' ? t('passwordMissing') : null),
    code: (value: string) => (codeOf(value) === null ? t('codeForm') : null),
  };
}
