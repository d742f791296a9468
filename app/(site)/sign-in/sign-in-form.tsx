'use client';
/** The sign-in form: e-mail address and password, and in a second step the code of accounts that have a second factor. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useFieldChecks } from '#app/_session/field-checks.ts';
import { type SignInAnswer, signIn, signInAnswer } from '#app/_session/session-calls.ts';
import { useWait } from '#app/_session/wait.ts';
import classes from '../door-page.module.css';
import { Refusal } from './refusal.tsx';

/** @param landing the page to go to. @param told an error that next-auth put into this page's address. */
export function SignInForm({ landing, told }: { landing: string; told: string | null }) {
  const t = useTranslations('signIn');
  const checks = useFieldChecks();
  const [answer, setAnswer] = useState<SignInAnswer | null>(
    told === null ? null : signInAnswer(new URLSearchParams({ error: told })),
  );
  /** Without a script the page comes back empty: then everything is asked for at once. */
  const [step, setStep] = useState<'password' | 'code' | 'all'>(
    answer?.outcome === 'code_needed' || answer?.outcome === 'code_wrong' ? 'all' : 'password',
  );
  const wait = useWait();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', code: '' },
    validate: { email: checks.email, password: checks.password, code: step === 'password' ? () => null : checks.code },
  });
  useEffect(() => {
    if (step === 'code') document.getElementById('sign-in-code')?.focus();
  }, [step]);

  const submit = form.onSubmit(async ({ email, password, code }) => {
    const given = await signIn(email, password, step === 'password' ? '' : code);
    setAnswer(given);
    if (given.outcome === 'wait') wait.start(given.seconds);
    // A whole new page: nothing that was rendered for a stranger stays.
    if (given.outcome === 'signed_in') window.location.assign(landing);
    if (given.outcome === 'code_needed') setStep('code');
    if (given.outcome === 'code_wrong') form.getInputNode('code')?.focus();
    if (given.outcome === 'wrong') {
      // The password was changed between the two steps.
      setStep('password');
      form.getInputNode('password')?.focus();
    }
  });
  const leaving = form.submitting || answer?.outcome === 'signed_in';
  const back = () => {
    form.setFieldValue('code', '');
    setAnswer(null);
    setStep('password');
  };

  return (
    // Before the script is there, a form without a method would put the password into the address.
    <form className={classes.form} method="post" action="/api/auth/callback/credentials" onSubmit={submit} noValidate>
      <Refusal answer={answer} left={wait.left} />
      {step !== 'code' && (
        <>
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
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
        </>
      )}
      {step !== 'password' && (
        <TextInput
          id="sign-in-code"
          label={t('code')}
          description={t('codeWhat')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
      )}
      <Button type="submit" fullWidth loading={leaving} disabled={wait.left > 0}>
        {wait.left > 0 ? t('waitSeconds', { seconds: wait.left }) : t('signIn')}
      </Button>
      {step === 'code' ? (
        <Button variant="subtle" size="compact-sm" onClick={back}>
          {t('otherAccount')}
        </Button>
      ) : (
        <p className={classes.other}>
          <Link href="/forgot">{t('forgot')}</Link>
        </p>
      )}
    </form>
  );
}
