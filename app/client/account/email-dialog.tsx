'use client';
/** Asks for another e-mail address. */
import { Modal, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useFieldChecks } from '#app/_session/field-checks.ts';
import { Notice } from '#app/_ui/notice.tsx';
import { Dialog } from './dialog.tsx';
import { useOutcomeText } from './outcome-text.ts';

export function EmailDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('account');
  const procedures = useProcedures();
  const checks = useFieldChecks();
  const outcomeText = useOutcomeText();
  const change = useMutation(procedures.accounts.changeEmail.mutationOptions());
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: checks.email, password: checks.password },
  });
  if (change.data?.outcome === 'mailed') {
    return (
      <Modal opened onClose={onClose} title={t('changeEmail')} closeButtonProps={{ 'aria-label': t('close') }}>
        <Notice tone="good" alert>
          {t('emailMailed', { email: change.variables?.email ?? '' })}
        </Notice>
      </Modal>
    );
  }
  return (
    <Dialog
      title={t('changeEmail')}
      problem={outcomeText(change)}
      submit={t('sendLink')}
      busy={change.isPending}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        label={t('newEmail')}
        description={t('newEmailWhat')}
        type="email"
        autoComplete="email"
        data-autofocus
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('currentPassword')}
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </Dialog>
  );
}
