'use client';
/** Asks for a link that sets a new password. What it says does not depend on whether the address has an account. */
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useFieldChecks } from '#app/_session/field-checks.ts';
import { useWait, useWaitInWords } from '#app/_session/wait.ts';
import { Notice } from '#app/_ui/notice.tsx';
import classes from '../door-page.module.css';

export function ForgotForm() {
  const t = useTranslations('signIn');
  const procedures = useProcedures();
  const checks = useFieldChecks();
  const wait = useWait();
  const inWords = useWaitInWords();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' }, validate: { email: checks.email } });
  const ask = useMutation(
    procedures.accounts.forgot.mutationOptions({
      onSuccess(answer) {
        if (answer.outcome === 'wait') wait.start(answer.seconds);
      },
    }),
  );
  return (
    <form className={classes.form} method="post" onSubmit={form.onSubmit((values) => ask.mutate(values))} noValidate>
      {ask.isError && (
        <Notice tone="bad" alert>
          {t('failed')}
        </Notice>
      )}
      {ask.data?.outcome === 'wait' && wait.left > 0 && (
        <Notice tone="warn" alert>
          {t('later', { wait: inWords(ask.data.seconds) })}
        </Notice>
      )}
      {ask.data?.outcome === 'mailed_if_known' && (
        <Notice tone="good" alert>
          {t('forgotMailed', { email: ask.variables?.email ?? '' })}
        </Notice>
      )}
      <TextInput
        label={t('email')}
        description={t('forgotWhat')}
        type="email"
        name="email"
        autoComplete="username"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <Button type="submit" fullWidth loading={ask.isPending} disabled={wait.left > 0}>
        {wait.left > 0 ? t('waitSeconds', { seconds: wait.left }) : t('forgotSend')}
      </Button>
    </form>
  );
}
