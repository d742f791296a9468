'use client';
/** Switches two-factor sign-in on: the password, then the QR code and a first code of the app, then the recovery codes. */
import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useFieldChecks } from '#app/_session/field-checks.ts';
import { CodeLine } from '#app/_ui/code-line.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import classes from './account.module.css';
import { Dialog } from './dialog.tsx';
import { useOutcomeText } from './outcome-text.ts';

export function TwoFactorOnDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('account');
  const procedures = useProcedures();
  const checks = useFieldChecks();
  const outcomeText = useOutcomeText();
  const begin = useMutation(procedures.accounts.beginTwoFactor.mutationOptions());
  const confirm = useMutation(procedures.accounts.confirmTwoFactor.mutationOptions());
  const first = useForm({ mode: 'uncontrolled', initialValues: { password: '' }, validate: { password: checks.password } });
  const second = useForm({ mode: 'uncontrolled', initialValues: { code: '' }, validate: { code: checks.code } });
  const title = t('switchOnTitle');

  if (confirm.data?.outcome === 'on') {
    const { recoveryCodes } = confirm.data;
    return (
      <Modal opened onClose={onClose} title={title} closeOnClickOutside={false} withCloseButton={false}>
        <div className={classes.form}>
          <Notice tone="good" alert>
            {t('isOn')}
          </Notice>
          <p>{t('recoveryWhat')}</p>
          <ul className={classes.codes} aria-label={t('recoveryCodes')}>
            {recoveryCodes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <div className={classes.actions}>
            <Button
              variant="default"
              component="a"
              download="recovery-codes.txt"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(recoveryCodes.join('\n'))}`}
            >
              {t('downloadCodes')}
            </Button>
            <Button onClick={onClose}>{t('keptCodes')}</Button>
          </div>
        </div>
      </Modal>
    );
  }
  if (begin.data?.outcome === 'begun') {
    const { qr, secret } = begin.data;
    return (
      <Dialog
        title={title}
        problem={outcomeText(confirm)}
        submit={t('switchOn')}
        busy={confirm.isPending}
        onSubmit={second.onSubmit((values) => confirm.mutate(values))}
        onClose={onClose}
      >
        <p>{t('scan')}</p>
        {/* A border of four modules, as scanners want it. */}
        <svg className={classes.qr} viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`} role="img" aria-label={t('qr')}>
          <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
        </svg>
        <p>{t('orType')}</p>
        <CodeLine what={t('secret')} code={secret} />
        <TextInput
          label={t('firstCode')}
          autoComplete="one-time-code"
          inputMode="numeric"
          data-autofocus
          key={second.key('code')}
          {...second.getInputProps('code')}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={title}
      problem={outcomeText(begin)}
      submit={t('next')}
      busy={begin.isPending}
      onSubmit={first.onSubmit((values) => begin.mutate(values))}
      onClose={onClose}
    >
      <p>{t('switchOnWhat')}</p>
      <PasswordInput
        label={t('currentPassword')}
        autoComplete="current-password"
        data-autofocus
        key={first.key('password')}
        {...first.getInputProps('password')}
      />
    </Dialog>
  );
}
