'use client';
/** Deletes the account: says what is lost, and asks for the password, the code where there is one, and the e-mail address by name. */
import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useFieldChecks } from '#app/_session/field-checks.ts';
import { Notice } from '#app/_ui/notice.tsx';
import { Dialog } from './dialog.tsx';
import { useOutcomeText } from './outcome-text.ts';

export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('account');
  const signIn = useTranslations('signIn');
  const format = useFormatter();
  const procedures = useProcedures();
  const checks = useFieldChecks();
  const outcomeText = useOutcomeText();
  const profile = useQuery(procedures.accounts.profile.queryOptions());
  const holds = useQuery(procedures.accounts.holds.queryOptions(undefined, { staleTime: 0 }));
  const remove = useMutation(
    procedures.accounts.delete.mutationOptions({
      onSuccess(answer) {
        // A whole new page, so that nothing of the account stays in memory.
        if (answer.outcome === 'deleted') window.location.assign('/');
        if (answer.outcome === 'held') return holds.refetch();
      },
    }),
  );
  const twoFactor = profile.data?.two_factor ?? false;
  const amountOf = (kind: 'balance' | 'debt' | 'orders' | 'payments' | 'proxies') =>
    holds.data?.find((hold) => hold.kind === kind)?.amount ?? 0;
  const balance = amountOf('balance');
  const debt = amountOf('debt');
  const unsettled = amountOf('orders');
  const payments = amountOf('payments');
  const live = amountOf('proxies');
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', code: '', typed_email: '', balance: false, payments: false, proxies: false },
    validate: {
      password: checks.password,
      code: (code) => (twoFactor ? checks.code(code) : null),
      typed_email: (typed) => (typed.trim().toLowerCase() === profile.data?.email ? null : t('outcomes.wrong_email')),
      balance: (waived) => (balance > 0 && !waived ? t('waiveFirst') : null),
      payments: (waived) => (payments > 0 && !waived ? t('waiveFirst') : null),
      proxies: (waived) => (live > 0 && !waived ? t('waiveFirst') : null),
    },
  });
  const submit = form.onSubmit(({ password, code, typed_email }) =>
    remove.mutate({
      password,
      typed_email,
      ...(twoFactor ? { code } : {}),
      waived: { balance, payments, proxies: live },
    }),
  );
  const problem = () => {
    if (holds.isError) return t('failed');
    if (debt > 0) return t('debt', { amount: format.number(debt / 100, 'money') });
    if (unsettled > 0) return t('unsettledOrders', { count: unsettled });
    return remove.data?.outcome === 'held' ? t('heldMeanwhile') : outcomeText(remove);
  };
  return (
    <Dialog
      title={t('deleteTitle')}
      problem={problem()}
      submit={t('deleteForGood')}
      busy={remove.isPending || remove.data?.outcome === 'deleted' || holds.isPending}
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      <Notice tone="warn">{t('deleteConsequences')}</Notice>
      {balance > 0 && (
        <Checkbox
          label={t('waiveBalance', { amount: format.number(balance / 100, 'money') })}
          key={form.key('balance')}
          {...form.getInputProps('balance', { type: 'checkbox' })}
        />
      )}
      {payments > 0 && (
        <Checkbox
          label={t('waivePayments', { amount: format.number(payments / 100, 'money') })}
          key={form.key('payments')}
          {...form.getInputProps('payments', { type: 'checkbox' })}
        />
      )}
      {live > 0 && (
        <Checkbox
          label={t('waiveProxies', { count: live })}
          key={form.key('proxies')}
          {...form.getInputProps('proxies', { type: 'checkbox' })}
        />
      )}
      <PasswordInput
        label={t('currentPassword')}
        autoComplete="current-password"
        data-autofocus
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      {twoFactor && (
        <TextInput
          label={signIn('code')}
          description={signIn('codeWhat')}
          autoComplete="one-time-code"
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
      )}
      <TextInput
        label={t('typeEmail', { email: profile.data?.email ?? '' })}
        autoComplete="off"
        key={form.key('typed_email')}
        {...form.getInputProps('typed_email')}
      />
    </Dialog>
  );
}
