'use client';
/** Changes the password of who knows the current one. */
import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useFieldChecks } from '#app/_session/field-checks.ts';
import { PASSWORD_LENGTH } from '#server/plugins/accounts/rules.ts';
import { Dialog } from './dialog.tsx';
import { useOutcomeText } from './outcome-text.ts';

export function PasswordDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const t = useTranslations('account');
  const signIn = useTranslations('signIn');
  const procedures = useProcedures();
  const checks = useFieldChecks();
  const outcomeText = useOutcomeText();
  const change = useMutation(
    procedures.accounts.changePassword.mutationOptions({
      onSuccess(answer) {
        if (answer.outcome === 'changed') onChanged();
      },
    }),
  );
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', next: '' },
    validate: { current: checks.password, next: checks.newPassword },
  });
  return (
    <Dialog
      title={t('changePassword')}
      problem={outcomeText(change)}
      submit={t('changePassword')}
      busy={change.isPending}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
      onClose={onClose}
    >
      <PasswordInput
        label={t('currentPassword')}
        autoComplete="current-password"
        data-autofocus
        key={form.key('current')}
        {...form.getInputProps('current')}
      />
      <PasswordInput
        label={signIn('newPassword')}
        description={signIn('passwordAdvice', { least: PASSWORD_LENGTH.min })}
        autoComplete="new-password"
        key={form.key('next')}
        {...form.getInputProps('next')}
      />
      <p>{t('passwordEnds')}</p>
    </Dialog>
  );
}
