'use client';
/** What was bought: the order and its credentials, to be copied or downloaded. Passwords are hidden until they are asked for. */
import { Button } from '@mantine/core';
import { IconDownload, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { CopyButton, CopyIcon } from '#app/_ui/copy.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import { HIDDEN_PASSWORD } from '../_proxies/hidden-password.ts';
import classes from './bought.module.css';
import type { Bought as Order } from './use-purchase.ts';

export function Bought({ order, onMore }: { order: Order; onMore: () => void }) {
  const [shown, setShown] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that bought is gone: readers go on here.
  useEffect(() => heading.current?.focus(), []);
  const lines = order.proxies.map((proxy) => proxy.access).join('\n');
  const EyeIcon = shown ? IconEyeOff : IconEye;
  return (
    <>
      <Notice tone="good">
        <h2 ref={heading} tabIndex={-1} className={classes.heading}>
          Order {order.order_id}: {order.qty} × {countryNames[order.country]}
        </h2>
        <span>
          <Money euros={order.total_debited} /> debited
          {'discount' in order && order.discount > 0 && (
            <>
              , <Money euros={order.discount} /> saved by the discount
            </>
          )}
          . The balance is <Money euros={order.balance} />.
        </span>
        {'listed_in_resale' in order && !order.listed_in_resale && (
          <span>The resale book could not take them yet; they appear there within a minute.</span>
        )}
        <div className={classes.actions}>
          <Button size="xs" onClick={onMore}>
            Buy more
          </Button>
          <ButtonLink size="xs" variant="default" href="/client/resale">
            Note buyers in Resale
          </ButtonLink>
        </div>
      </Notice>
      <Panel
        id="credentials"
        title="Credentials"
        description="host:port:username:password, over SOCKS5 and HTTP."
        actions={
          <div className={classes.actions}>
            <Button variant="default" leftSection={<EyeIcon size={16} aria-hidden />} onClick={() => setShown(!shown)}>
              {shown ? 'Hide passwords' : 'Show passwords'}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => download(`order-${order.order_id}.txt`, `${lines}\n`)}
            >
              Download txt
            </Button>
            <CopyButton text={lines} what="all" />
          </div>
        }
      >
        <ul className={classes.list}>
          {order.proxies.map((proxy) => (
            <li key={proxy.proxy_id} className={classes.line}>
              <span className={classes.access}>
                {shown ? proxy.access : proxy.access.slice(0, -proxy.password.length) + HIDDEN_PASSWORD}
              </span>
              <CopyIcon text={proxy.access} what={`credential of ${proxy.username}`} />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** Has the browser save a text as a file. */
function download(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  URL.revokeObjectURL(href);
}
