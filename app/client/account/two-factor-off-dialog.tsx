'use client';
/** Switches two-factor sign-in off, for who has both factors. */
import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useFieldChecks } from '#app/_session/field-checks.ts';
import { Dialog } from './dialog.tsx';
import { useOutcomeText } from './outcome-text.ts';

export function TwoFactorOffDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('account');
  const signIn = useTranslations('signIn');
  const procedures = useProcedures();
  const checks = useFieldChecks();
  const outcomeText = useOutcomeText();
  const end = useMutation(
    procedures.accounts.endTwoFactor.mutationOptions({
      onSuccess(answer) {
        if (answer.outcome === 'off') onClose();
      },
    }),
  );
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', code: '' },
    validate: { password: checks.password, code: checks.code },
  });
  return (
    <Dialog
      title={t('switchOffTitle')}
      problem={outcomeText(end)}
      submit={t('switchOff')}
      busy={end.isPending}
      danger
      onSubmit={form.onSubmit((values) => end.mutate(values))}
      onClose={onClose}
    >
      <p>{t('switchOffWhat')}</p>
      <PasswordInput
        label={t('currentPassword')}
        autoComplete="current-password"
        data-autofocus
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <TextInput
        label={signIn('code')}
        description={signIn('codeWhat')}
        autoComplete="one-time-code"
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
    </Dialog>
  );
}
