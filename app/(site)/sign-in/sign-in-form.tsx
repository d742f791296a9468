'use client';
/** The sign-in form. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { type SignInAnswer, signIn, signInAnswer } from '#app/_session/session-calls.ts';
import { inWords, useWait } from '#app/_session/wait.ts';
import { Notice } from '#app/_ui/notice.tsx';
import { signInInput } from '#server/plugins/accounts/schema.ts';
import classes from '../door-page.module.css';

/** @param landing the page to go to. @param told an error that next-auth put into this page's address. */
export function SignInForm({ landing, told }: { landing: string; told: string | null }) {
  const [answer, setAnswer] = useState<SignInAnswer | null>(
    told === null ? null : signInAnswer(new URLSearchParams({ error: told })),
  );
  const wait = useWait();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(signInInput, { sync: true }),
  });

  const submit = form.onSubmit(async ({ email, password }) => {
    const given = await signIn(email, password);
    setAnswer(given);
    if (given.outcome === 'wait') wait.start(given.seconds);
    // A whole new page: nothing that was rendered for a stranger stays.
    if (given.outcome === 'signed_in') window.location.assign(landing);
    if (given.outcome === 'wrong') form.getInputNode('password')?.focus();
  });
  const leaving = form.submitting || answer?.outcome === 'signed_in';

  return (
    // Before the script is there, a form without a method would put the password into the address.
    <form className={classes.form} method="post" action="/api/auth/callback/credentials" onSubmit={submit} noValidate>
      <Refusal answer={answer} left={wait.left} />
      <TextInput
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <Button type="submit" fullWidth loading={leaving} disabled={wait.left > 0}>
        {wait.left > 0 ? `Wait ${wait.left} s` : 'Sign in'}
      </Button>
    </form>
  );
}

function Refusal({ answer, left }: { answer: SignInAnswer | null; left: number }) {
  switch (answer?.outcome) {
    case 'wrong':
      return (
        <Notice tone="bad" alert>
          This e-mail address and password do not belong together. Check both and try again.
        </Notice>
      );
    case 'wait':
      return left === 0 ? null : (
        <Notice tone="warn" alert>
          <strong>Too many tries.</strong>
          {/* Said once, not with every second. */}
          <span>Try again in {inWords(answer.seconds)}. Nothing is locked: the same password works then.</span>
        </Notice>
      );
    case 'unavailable':
      return (
        <Notice tone="bad" alert>
          Signing in did not work this time, and it is not your password. Try again in a few seconds.
        </Notice>
      );
    default:
      return null;
  }
}
