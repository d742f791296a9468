'use client';
/** Sets a new password by what the mailed link carries behind its #, which no server sees. */
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useFieldChecks } from '#app/_session/field-checks.ts';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { PASSWORD_LENGTH } from '#server/plugins/accounts/rules.ts';
import classes from '../../door-page.module.css';

export function NewPasswordForm() {
  const t = useTranslations('signIn');
  const procedures = useProcedures();
  const checks = useFieldChecks();
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' }, validate: { password: checks.newPassword } });
  const reset = useMutation(procedures.accounts.resetPassword.mutationOptions());
  if (reset.data?.outcome === 'changed') {
    return (
      <div className={classes.form}>
        <Notice tone="good" alert>
          {t('passwordChanged')}
        </Notice>
        <ButtonLink href="/sign-in">{t('signIn')}</ButtonLink>
      </div>
    );
  }
  const submit = form.onSubmit(({ password }) => reset.mutate({ token: window.location.hash.slice(1), password }));
  return (
    <form className={classes.form} method="post" onSubmit={submit} noValidate>
      {reset.isError && (
        <Notice tone="bad" alert>
          {t('failed')}
        </Notice>
      )}
      {reset.data?.outcome === 'link_over' && (
        <Notice tone="bad" alert>
          {t('linkOver')} <a href="/forgot">{t('forgotAgain')}</a>
        </Notice>
      )}
      <PasswordInput
        label={t('newPassword')}
        name="password"
        description={t('passwordAdvice', { least: PASSWORD_LENGTH.min })}
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <Button type="submit" fullWidth loading={reset.isPending}>
        {t('setPassword')}
      </Button>
    </form>
  );
}
