'use client';
/** The form that opens an account, and then signs in to it. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { languageOf } from '#app/_language/language.ts';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useFieldChecks } from '#app/_session/field-checks.ts';
import { signIn } from '#app/_session/session-calls.ts';
import { useWait, useWaitInWords } from '#app/_session/wait.ts';
import { Notice } from '#app/_ui/notice.tsx';
import { PASSWORD_LENGTH } from '#server/plugins/accounts/rules.ts';
import classes from '../door-page.module.css';

/** @param landing the page to go to. */
export function SignUpForm({ landing }: { landing: string }) {
  const t = useTranslations('signIn');
  const language = languageOf(useLocale());
  const procedures = useProcedures();
  const checks = useFieldChecks();
  const wait = useWait();
  const inWords = useWaitInWords();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: checks.email, password: checks.newPassword },
  });
  const open = useMutation(
    procedures.accounts.signUp.mutationOptions({
      async onSuccess(answer, { email, password }) {
        if (answer.outcome === 'wait') wait.start(answer.seconds);
        if (answer.outcome === 'email_taken') {
          form.setFieldError('email', t('emailTaken'));
          form.getInputNode('email')?.focus();
        }
        if (answer.outcome === 'opened') {
          const signedIn = (await signIn(email, password)).outcome === 'signed_in';
          window.location.assign(signedIn ? landing : `/sign-in?next=${encodeURIComponent(landing)}`);
        }
      },
    }),
  );
  const leaving = open.isPending || open.data?.outcome === 'opened';
  const submit = form.onSubmit((values) => open.mutate({ ...values, language }));

  return (
    // Before the script is there, a form without a method would put the password into the address.
    <form className={classes.form} method="post" onSubmit={submit} noValidate>
      {open.isError && (
        <Notice tone="bad" alert>
          {t('failed')}
        </Notice>
      )}
      {open.data?.outcome === 'wait' && wait.left > 0 && (
        <Notice tone="warn" alert>
          <strong>{t('tooManyAccounts')}</strong>
          <span>{t('later', { wait: inWords(open.data.seconds) })}</span>
        </Notice>
      )}
      <TextInput
        label={t('email')}
        type="email"
        name="email"
        autoComplete="username"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('password')}
        name="password"
        description={t('passwordAdvice', { least: PASSWORD_LENGTH.min })}
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <Button type="submit" fullWidth loading={leaving} disabled={wait.left > 0}>
        {wait.left > 0 ? t('waitSeconds', { seconds: wait.left }) : t('open')}
      </Button>
    </form>
  );
}
