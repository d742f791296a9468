'use client';
/** What the order costs, why, and the button that buys it. */
import { Button } from '@mantine/core';
import { useId } from 'react';
import { formatMoney, Money } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { type Country, countryNames } from '#server/kernel/countries.ts';
import type { Offer } from '#server/plugins/orders/schema.ts';
import { Discounts } from './discounts.tsx';
import { ObstacleNotice } from './obstacle-notice.tsx';
import { type Line, lineOf, obstacleTo } from './quote.ts';
import classes from './summary.module.css';

interface Props {
  offer: Offer;
  country: Country;
  /** Null while none is typed that can be bought. */
  qty: number | null;
  account: { account_id: number; email: string };
  refused: string | null;
  sending: boolean;
  /** Something else on the page has to be settled first. */
  held: boolean;
  onQty: (qty: number) => void;
  onBuy: () => void;
}

const proxies = (qty: number) => (qty === 1 ? '1 proxy' : `${qty} proxies`);

export function Summary({ offer, country, qty, account, refused, sending, held, onQty, onBuy }: Props) {
  const reasonId = useId();
  const offered = offer.countries.find((entry) => entry.country === country);
  const line = offered && qty !== null ? lineOf(offered, qty, offer.balance_cents) : null;
  const obstacle = qty === null ? null : obstacleTo(offer, country, qty);
  return (
    <Panel id="price" title="What it costs">
      <PanelBody>
        {line && qty !== null && <Figures line={line} qty={qty} country={country} balanceCents={offer.balance_cents} />}
        {line?.next && qty !== null && <NextStep next={line.next} qty={qty} onQty={onQty} />}
        <div id={reasonId} className={classes.reason}>
          {obstacle && <ObstacleNotice obstacle={obstacle} country={country} account={account} onQty={onQty} />}
        </div>
        {refused && (
          <Notice tone="bad" alert>
            {refused}
          </Notice>
        )}
        <Button
          size="md"
          fullWidth
          loading={sending}
          disabled={qty === null || obstacle !== null || held}
          aria-describedby={reasonId}
          onClick={onBuy}
        >
          {line && qty !== null ? `Buy ${proxies(qty)} for ${formatMoney(line.totalCents / 100)}` : 'Buy'}
        </Button>
      </PanelBody>
    </Panel>
  );
}

function Figures({ line, qty, country, balanceCents }: { line: Line; qty: number; country: Country; balanceCents: number }) {
  const { step } = line;
  const saved = line.listTotalCents - line.totalCents;
  return (
    <>
      <dl className={classes.figures}>
        <Figure label="List price of each" cents={step.list_unit_cents} />
        <Discounts discounts={step.discounts} savedCents={step.list_unit_cents - step.unit_cents} />
        <Figure label="Price of each" cents={step.unit_cents} />
      </dl>
      <dl className={classes.figures}>
        <Figure label={`${proxies(qty)}, ${countryNames[country]}`} cents={line.totalCents} strong />
        {saved > 0 && <Figure label="Saved by the discount" cents={saved} />}
        <Figure label="Balance now" cents={balanceCents} />
        <Figure label="Balance after" cents={line.balanceAfterCents} />
      </dl>
    </>
  );
}

function Figure({ label, cents, strong = false }: { label: string; cents: number; strong?: boolean }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>
        <Money euros={cents / 100} />
      </dd>
    </div>
  );
}

function NextStep({ next, qty, onQty }: { next: NonNullable<Line['next']>; qty: number; onQty: (qty: number) => void }) {
  const target = qty + next.more;
  return (
    <Notice tone="plain">
      <span>
        {next.more} more and each costs <Money euros={next.unitCents / 100} />
        {next.savesCents > 0 && (
          <>
            : {target} cost <Money euros={next.savesCents / 100} /> less than {qty}
          </>
        )}
        .
      </span>
      <div>
        <Button size="compact-xs" variant="default" onClick={() => onQty(target)}>
          Take {target}
        </Button>
      </div>
    </Notice>
  );
}
