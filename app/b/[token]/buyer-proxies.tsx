'use client';
/** The proxies that a link shows: to be copied, downloaded, scanned and checked, in the format that the buyer needs. */
import { Button, NativeSelect } from '@mantine/core';
import { IconDownload, IconQrcode } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CopyButton } from '#app/_ui/copy.tsx';
import { saveFile } from '#app/_ui/save-file.ts';
import { type FormatName, fileName, formatNames, formats } from '#app/client/proxies/formats.ts';
import type { DeliveredProxy } from '#server/plugins/proxies/schema.ts';
import { linkLimits } from '#server/plugins/resale/rules.ts';
import classes from './buyer-proxies.module.css';
import { BuyerProxy } from './buyer-proxy.tsx';
import { Code } from './code.tsx';
import { codeAddress, fitsCode, lineFormat } from './code-address.ts';

/** Proxies that are drawn at first, and with each step. */
const STEP = 50;

export function BuyerProxies({ token, proxies }: { token: string; proxies: readonly DeliveredProxy[] }) {
  const t = useTranslations('buyerLink');
  const [format, setFormat] = useState<FormatName>('access');
  const [drawn, setDrawn] = useState(STEP);
  const [scanning, setScanning] = useState(false);
  const text = formats[format].write(proxies);
  const line = lineFormat(format);
  const inOneCode =
    proxies.length > 1 && proxies.length <= linkLimits.inOneCode && fitsCode(formats[line].write(proxies).trimEnd());
  return (
    <>
      <section className={classes.bar} aria-label={t('takeAlong')}>
        <NativeSelect
          className={classes.format}
          label={t('format')}
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value as FormatName)}
          data={formatNames.map((value) => ({ value, label: formats[value].label }))}
        />
        <div className={classes.actions}>
          <CopyButton text={text.trimEnd()} what={t('all', { count: proxies.length })} />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveFile({ name: fileName(format, new Date()), type: formats[format].type, text })}
          >
            {t('download')}
          </Button>
          {inOneCode && (
            <Button
              variant="default"
              leftSection={<IconQrcode size={16} aria-hidden />}
              aria-expanded={scanning}
              onClick={() => setScanning(!scanning)}
            >
              {t('codeOfAll')}
            </Button>
          )}
        </div>
        {inOneCode && scanning && (
          <Code
            address={codeAddress(
              token,
              proxies.map((proxy) => proxy.proxy_id),
              line,
            )}
            alt={t('codeOfAllAlt', { count: proxies.length })}
          />
        )}
      </section>
      <ul className={classes.proxies} aria-label={t('title')}>
        {proxies.slice(0, drawn).map((proxy) => (
          <BuyerProxy key={proxy.proxy_id} token={token} proxy={proxy} format={line} />
        ))}
      </ul>
      {drawn < proxies.length && (
        <Button variant="default" onClick={() => setDrawn(drawn + STEP)}>
          {t('showMore', { count: Math.min(STEP, proxies.length - drawn) })}
        </Button>
      )}
    </>
  );
}
