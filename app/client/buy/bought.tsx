'use client';
/** What was bought: the order and its credentials, to be copied or downloaded. Passwords are hidden until they are asked for. */
import { Button } from '@mantine/core';
import { IconDownload, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { CopyButton, CopyIcon } from '#app/_ui/copy.tsx';
import { useMoney } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { saveFile } from '#app/_ui/save-file.ts';
import { HIDDEN_PASSWORD } from '#server/plugins/proxies/rules.ts';
import classes from './bought.module.css';
import type { Bought as Order } from './use-purchase.ts';

export function Bought({ order, onMore }: { order: Order; onMore: () => void }) {
  const t = useTranslations('buy.bought');
  const nameOf = useTranslations('countries');
  const money = useMoney();
  const [shown, setShown] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that bought is gone: readers go on here.
  useEffect(() => heading.current?.focus(), []);
  const lines = order.proxies.map((proxy) => proxy.access).join('\n');
  const amounts = { total: money(order.total_debited), balance: money(order.balance) };
  const saved = 'discount' in order ? order.discount : 0;
  const EyeIcon = shown ? IconEyeOff : IconEye;
  return (
    <>
      <Notice tone="good">
        <h2 ref={heading} tabIndex={-1} className={classes.heading}>
          {t('title', { order: String(order.order_id), qty: order.qty, country: nameOf(order.country) })}
        </h2>
        <span>{saved > 0 ? t('debitedLess', { ...amounts, saved: money(saved) }) : t('debited', amounts)}</span>
        {'listed_in_resale' in order && !order.listed_in_resale && <span>{t('notListed')}</span>}
        <div className={classes.actions}>
          <Button size="xs" onClick={onMore}>
            {t('more')}
          </Button>
          <ButtonLink size="xs" variant="default" href="/client/resale">
            {t('resale')}
          </ButtonLink>
        </div>
      </Notice>
      <Panel
        id="credentials"
        title={t('credentials')}
        description={t('credentialsWhy')}
        actions={
          <div className={classes.actions}>
            <Button variant="default" leftSection={<EyeIcon size={16} aria-hidden />} onClick={() => setShown(!shown)}>
              {shown ? t('hide') : t('show')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => saveFile({ name: `order-${order.order_id}.txt`, type: 'text/plain', text: `${lines}\n` })}
            >
              {t('download')}
            </Button>
            <CopyButton text={lines} what={t('all')} />
          </div>
        }
      >
        <ul className={classes.list}>
          {order.proxies.map((proxy) => (
            <li key={proxy.proxy_id} className={classes.line}>
              <span className={classes.access}>
                {shown ? proxy.access : proxy.access.slice(0, -proxy.password.length) + HIDDEN_PASSWORD}
              </span>
              <CopyIcon text={proxy.access} what={t('credentialOf', { username: proxy.username })} />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
