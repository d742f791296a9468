'use client';
/** One proxy of a buyer. */
import { Button } from '@mantine/core';
import { IconPlugConnected, IconQrcode } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { isProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { CopyIcon } from '#app/_ui/copy.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { type FormatName, formats } from '#app/client/proxies/formats.ts';
import type { DeliveredProxy } from '#server/plugins/proxies/schema.ts';
import type { LinkedCheck } from '#server/plugins/resale/schema.ts';
import classes from './buyer-proxy.module.css';
import { Code } from './code.tsx';
import { codeAddress } from './code-address.ts';

interface Props {
  token: string;
  proxy: DeliveredProxy;
  format: FormatName;
}

export function BuyerProxy({ token, proxy, format }: Props) {
  const t = useTranslations('buyerLink');
  const country = useTranslations('countries');
  const procedures = useProcedures();
  const check = useMutation(procedures.resale.checkLinked.mutationOptions());
  const [scanning, setScanning] = useState(false);
  const { proxy_id: id, username } = proxy;
  const line = formats[format].write([proxy]).trimEnd();
  const code = isProcedureError(check.error) ? check.error.data?.code : undefined;
  return (
    <li className={classes.proxy}>
      <div className={classes.line}>
        <code className={classes.credential}>{line}</code>
        <CopyIcon text={line} what={t('proxy', { username })} />
      </div>
      <p className={classes.facts}>
        {t.rich('facts', { country: country(proxy.country), moment: () => <Moment at={proxy.expires_at} /> })}
      </p>
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlugConnected size={15} aria-hidden />}
          loading={check.isPending}
          onClick={() => check.mutate({ token, proxy_id: id })}
          aria-label={t('checkOf', { username })}
        >
          {t('check')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconQrcode size={15} aria-hidden />}
          aria-expanded={scanning}
          onClick={() => setScanning(!scanning)}
          aria-label={t('codeOf', { username })}
        >
          {t('code')}
        </Button>
      </div>
      <div role="status" className={classes.results}>
        {check.data && (
          <>
            <Result protocol="SOCKS5" result={check.data.socks5} />
            <Result protocol="HTTP" result={check.data.http} />
          </>
        )}
      </div>
      {check.error && (
        <Notice tone="bad" alert>
          {code === 'TOO_MANY_REQUESTS' ? t('checkLater') : code === 'NOT_FOUND' ? t('gone') : t('checkFailed')}
        </Notice>
      )}
      {scanning && <Code address={codeAddress(token, [id], format)} alt={t('codeAlt', { username })} />}
    </li>
  );
}

function Result({ protocol, result }: { protocol: string; result: LinkedCheck['http'] }) {
  const t = useTranslations('buyerLink');
  return (
    <p className={classes.result}>
      <span>{protocol}</span>
      <Badge tone={result.ok ? 'good' : 'bad'}>{t(result.ok ? 'works' : 'fails')}</Badge>
      {result.ok && (
        <span className={classes.facts}>{t('answered', { address: result.exit_address, milliseconds: result.latency_ms })}</span>
      )}
    </p>
  );
}
