'use client';
/** A delivered credential, field by field and in one, each to be copied. The password is hidden until it is asked for, and from support for good. */
import { Button } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CodeLine } from '#app/_ui/code-line.tsx';
import { CopyIcon } from '#app/_ui/copy.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { HIDDEN_PASSWORD } from '#server/plugins/proxies/rules.ts';
import type { DeliveredProxy } from '#server/plugins/proxies/schema.ts';
import classes from './credential.module.css';
import { Definition, DefinitionList } from './definition-list.tsx';
import { Part } from './part.tsx';
import { ResetPassword } from './reset-password.tsx';

interface Props {
  proxy: DeliveredProxy;
  shown: boolean;
  onShow: (shown: boolean) => void;
  resettable: boolean;
}

export function Credential({ proxy, shown, onShow, resettable }: Props) {
  const t = useTranslations('proxies');
  const [asking, setAsking] = useState(false);
  const fields = [
    { name: 'host', value: proxy.host },
    { name: 'port', value: String(proxy.port) },
    { name: 'username', value: proxy.username },
    { name: 'password', value: proxy.password, hidden: !shown },
  ] as const;
  const withheld = proxy.password === HIDDEN_PASSWORD;
  const EyeIcon = shown ? IconEyeOff : IconEye;
  return (
    <Part
      title={t('credential')}
      actions={
        <>
          {!withheld && (
            <Button size="xs" variant="default" leftSection={<EyeIcon size={15} aria-hidden />} onClick={() => onShow(!shown)}>
              {shown ? t('hidePassword') : t('showPassword')}
            </Button>
          )}
          {resettable && (
            <Button size="xs" variant="default" disabled={asking} onClick={() => setAsking(true)}>
              {t('resetPassword')}
            </Button>
          )}
        </>
      }
    >
      {withheld && <Notice tone="plain">{t('withheld')}</Notice>}
      <ResetPassword
        proxyId={proxy.proxy_id}
        asking={asking}
        onEnd={(done) => {
          setAsking(false);
          if (done) onShow(true);
        }}
      />
      <DefinitionList>
        {fields.map(({ name, value, ...field }) => (
          <Definition key={name} term={t(name)}>
            <span className={classes.value}>{'hidden' in field && field.hidden ? HIDDEN_PASSWORD : value}</span>
            {!(withheld && name === 'password') && <CopyIcon text={value} what={t(`copyNames.${name}`)} />}
          </Definition>
        ))}
      </DefinitionList>
      <CodeLine
        what={t('copyNames.access')}
        code={proxy.access}
        copyable={!withheld}
        shown={shown ? proxy.access : proxy.access.slice(0, -proxy.password.length) + HIDDEN_PASSWORD}
      />
    </Part>
  );
}
