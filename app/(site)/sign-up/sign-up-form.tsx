'use client';
/** The form that opens an account, and then signs in to it. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { signIn } from '#app/_session/session-calls.ts';
import { inWords, useWait } from '#app/_session/wait.ts';
import { Notice } from '#app/_ui/notice.tsx';
import { PASSWORD_LENGTH, signUpInput } from '#server/plugins/accounts/schema.ts';
import classes from '../door-page.module.css';

/** @param landing the page to go to. */
export function SignUpForm({ landing }: { landing: string }) {
  const procedures = useProcedures();
  const wait = useWait();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(signUpInput, { sync: true }),
  });
  const open = useMutation(
    procedures.accounts.signUp.mutationOptions({
      async onSuccess(answer, { email, password }) {
        if (answer.outcome === 'wait') wait.start(answer.seconds);
        if (answer.outcome === 'email_taken') {
          form.setFieldError('email', 'This e-mail address has an account already: sign in instead.');
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

  return (
    // Before the script is there, a form without a method would put the password into the address.
    <form className={classes.form} method="post" onSubmit={form.onSubmit((values) => open.mutate(values))} noValidate>
      {open.isError && (
        <Notice tone="bad" alert>
          {open.error.message}
        </Notice>
      )}
      {open.data?.outcome === 'wait' && wait.left > 0 && (
        <Notice tone="warn" alert>
          <strong>Too many accounts from your network.</strong>
          <span>Try again in {inWords(open.data.seconds)}.</span>
        </Notice>
      )}
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
        description={`At least ${PASSWORD_LENGTH.min} characters; a few words that only you would put together do well.`}
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <Button type="submit" fullWidth loading={leaving} disabled={wait.left > 0}>
        {wait.left > 0 ? `Wait ${wait.left} s` : 'Open the account'}
      </Button>
    </form>
  );
}
