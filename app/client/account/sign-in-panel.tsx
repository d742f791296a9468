'use client';
/** How one signs in: e-mail address, password, second factor; each is changed in a dialog that is loaded when it is opened. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Fact, Facts } from '#app/_ui/facts.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import classes from './account.module.css';

const EmailDialog = dynamic(() => import('./email-dialog.tsx').then((file) => file.EmailDialog));
const PasswordDialog = dynamic(() => import('./password-dialog.tsx').then((file) => file.PasswordDialog));
const TwoFactorOnDialog = dynamic(() => import('./two-factor-on-dialog.tsx').then((file) => file.TwoFactorOnDialog));
const TwoFactorOffDialog = dynamic(() => import('./two-factor-off-dialog.tsx').then((file) => file.TwoFactorOffDialog));

export function SignInPanel() {
  const t = useTranslations('account');
  const procedures = useProcedures();
  const queries = useQueryClient();
  const profile = useQuery(procedures.accounts.profile.queryOptions());
  const [open, setOpen] = useState<'email' | 'password' | 'two-factor' | null>(null);
  const [passwordChanged, setPasswordChanged] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: procedures.accounts.pathKey() });
  const cancel = useMutation(procedures.accounts.cancelEmailChange.mutationOptions({ onSuccess: refresh }));
  const close = () => {
    setOpen(null);
    // Not waited for: the dialog closes at once.
    void refresh();
  };
  if (profile.isError) return <Problem what={t('signIn')} onRetry={() => profile.refetch()} retrying={profile.isFetching} />;
  if (!profile.data) return null;
  const { email, email_confirmed: confirmed, waiting_email: waiting, two_factor: on, recovery_codes_left: left } = profile.data;
  return (
    <Panel id="sign-in" title={t('signIn')} description={t('signInWhat')}>
      <Facts>
        <Fact
          name={t('email')}
          action={
            <>
              {waiting && (
                <Button variant="subtle" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
                  {t('cancelChange')}
                </Button>
              )}
              <Button variant="default" size="xs" onClick={() => setOpen('email')}>
                {t('changeEmail')}
              </Button>
            </>
          }
        >
          {email}
          <Badge tone={confirmed ? 'good' : 'warn'}>{t(confirmed ? 'confirmed' : 'notConfirmed')}</Badge>
          {waiting && <span className={classes.quiet}>{t('waiting', { email: waiting })}</span>}
        </Fact>
        <Fact
          name={t('password')}
          action={
            <Button variant="default" size="xs" onClick={() => setOpen('password')}>
              {t('changePassword')}
            </Button>
          }
        >
          <span role="status">{passwordChanged ? t('passwordChanged') : '••••••••••'}</span>
        </Fact>
        <Fact
          name={t('twoFactor')}
          action={
            <Button variant="default" size="xs" onClick={() => setOpen('two-factor')}>
              {t(on ? 'switchOff' : 'switchOn')}
            </Button>
          }
        >
          <Badge tone={on ? 'good' : 'plain'}>{t(on ? 'on' : 'off')}</Badge>
          <span className={classes.quiet}>{on ? t('codesLeft', { count: left }) : t('twoFactorWhat')}</span>
        </Fact>
      </Facts>
      {open === 'email' && <EmailDialog onClose={close} />}
      {open === 'password' && (
        <PasswordDialog
          onClose={close}
          onChanged={() => {
            setPasswordChanged(true);
            close();
          }}
        />
      )}
      {open === 'two-factor' && (on ? <TwoFactorOffDialog onClose={close} /> : <TwoFactorOnDialog onClose={close} />)}
    </Panel>
  );
}
