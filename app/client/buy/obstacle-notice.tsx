'use client';
/** Why the order cannot be placed, and what helps. */
import { Button } from '@mantine/core';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { type Country, countryNames } from '#server/kernel/countries.ts';
import { AskSupport } from '../ask-support.tsx';
import type { Obstacle } from './quote.ts';

interface Props {
  obstacle: Obstacle;
  country: Country;
  account: { account_id: number; email: string };
  onQty: (qty: number) => void;
}

export function ObstacleNotice({ obstacle, country, account, onQty }: Props) {
  const name = countryNames[country];
  switch (obstacle.reason) {
    case 'not_sold':
      return <Notice tone="warn">{name} is not on sale just now. Choose another country.</Notice>;
    case 'not_in_so_few':
      return (
        <Notice tone="warn">
          {name} is sold from {obstacle.from} proxies an order.
          <Take qty={obstacle.from} onQty={onQty} />
        </Notice>
      );
    case 'out_of_stock':
      return (
        <Notice tone="warn">
          {obstacle.available === 0
            ? `${name} is sold out. Choose another country, or come back later.`
            : `Only ${obstacle.available} left in stock for ${name}.`}
          {obstacle.available > 0 && <Take qty={obstacle.available} onQty={onQty} />}
        </Notice>
      );
    case 'cap':
      return (
        <Notice tone="warn">
          <span>
            {obstacle.remaining === 0
              ? `You have ordered the ${obstacle.perDay} proxies that the account may order within 24 hours.`
              : `You may order ${obstacle.remaining} more for now: ${obstacle.perDay} within 24 hours.`}{' '}
            {obstacle.at ? (
              <>
                This many fit again <Moment at={obstacle.at} focusable />.
              </>
            ) : (
              'So many never fit: take fewer, or ask support for a higher limit.'
            )}
          </span>
          {obstacle.remaining > 0 && <Take qty={obstacle.remaining} onQty={onQty} />}
        </Notice>
      );
    case 'balance':
      return (
        <Notice tone="warn">
          <strong>
            <Money euros={obstacle.missingCents / 100} /> are missing.
          </strong>
          <span>
            <AskSupport account={account}>Take fewer, or top up: support books your payment.</AskSupport>
          </span>
        </Notice>
      );
  }
}

function Take({ qty, onQty }: { qty: number; onQty: (qty: number) => void }) {
  return (
    <div>
      <Button size="compact-xs" variant="default" onClick={() => onQty(qty)}>
        Take {qty}
      </Button>
    </div>
  );
}
