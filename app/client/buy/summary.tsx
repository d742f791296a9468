'use client';
/** What the order costs, why, and the button that buys it. */
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { ProcedureError } from '#app/_procedures/provider.tsx';
import { Money, useMoney } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import type { Country } from '#server/kernel/countries.ts';
import type { Offer } from '#server/plugins/orders/schema.ts';
import { Discounts } from './discounts.tsx';
import { ObstacleNotice } from './obstacle-notice.tsx';
import { PrizeChoice } from './prize-choice.tsx';
import { PromoCode } from './promo-code.tsx';
import { type Line, lineOf, obstacleTo } from './quote.ts';
import { RefusalNotice } from './refusal-notice.tsx';
import classes from './summary.module.css';

interface Props {
  offer: Offer;
  country: Country;
  /** Null while none is typed that can be bought. */
  qty: number | null;
  account: { account_id: number; email: string };
  refused: ProcedureError | null;
  sending: boolean;
  /** Something else on the page has to be settled first. */
  held: boolean;
  /** Kinds of single-use discounts that are kept for another purchase. */
  keep: string[];
  onKeep: (kinds: string[]) => void;
  onQty: (qty: number) => void;
  onBuy: (totalCents: number) => void;
}

export function Summary({ offer, country, qty, account, refused, sending, held, keep, onKeep, onQty, onBuy }: Props) {
  const reasonId = useId();
  const t = useTranslations('buy.price');
  const money = useMoney();
  const offered = offer.countries.find((entry) => entry.country === country);
  const line = offered && qty !== null ? lineOf(offered, qty, offer.balance_cents) : null;
  const obstacle = qty === null ? null : obstacleTo(offer, country, qty);
  // Which codes and prizes an account holds does not depend on what it buys.
  const discounts = (line?.step ?? offered?.steps[0])?.discounts ?? [];
  return (
    <Panel id="price" title={t('title')}>
      <PanelBody>
        {line && qty !== null && <Figures line={line} qty={qty} country={country} balanceCents={offer.balance_cents} />}
        {line?.next && qty !== null && <NextStep next={line.next} qty={qty} onQty={onQty} />}
        <PrizeChoice discounts={discounts} keep={keep} onKeep={onKeep} />
        <PromoCode discounts={discounts} />
        <div id={reasonId} className={classes.reason}>
          {obstacle && <ObstacleNotice obstacle={obstacle} country={country} account={account} onQty={onQty} />}
        </div>
        {refused && <RefusalNotice refusal={refused} />}
        <Button
          className={classes.buy ?? ''}
          size="md"
          fullWidth
          loading={sending}
          disabled={line === null || obstacle !== null || held}
          aria-describedby={reasonId}
          onClick={() => line && onBuy(line.totalCents)}
        >
          {line && qty !== null ? t('buyFor', { qty, price: money(line.totalCents / 100) }) : t('buy')}
        </Button>
      </PanelBody>
    </Panel>
  );
}

function Figures({ line, qty, country, balanceCents }: { line: Line; qty: number; country: Country; balanceCents: number }) {
  const { step } = line;
  const t = useTranslations('buy.price');
  const nameOf = useTranslations('countries');
  const saved = line.listTotalCents - line.totalCents;
  return (
    <>
      <dl className={classes.figures}>
        <Figure label={t('listUnit')} cents={step.list_unit_cents} />
        <Discounts discounts={step.discounts} savedCents={step.list_unit_cents - step.unit_cents} />
        <Figure label={t('unit')} cents={step.unit_cents} />
      </dl>
      <dl className={classes.figures}>
        <Figure label={t('total', { qty, country: nameOf(country) })} cents={line.totalCents} strong />
        {saved > 0 && <Figure label={t('saved')} cents={saved} />}
        <Figure label={t('balanceNow')} cents={balanceCents} />
        <Figure label={t('balanceAfter')} cents={line.balanceAfterCents} />
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
  const t = useTranslations('buy.price');
  const money = useMoney();
  const target = qty + next.more;
  const price = money(next.unitCents / 100);
  return (
    <Notice tone="plain">
      <span>
        {next.savesCents > 0
          ? t('nextSaves', { more: next.more, price, target, saved: money(next.savesCents / 100), qty })
          : t('next', { more: next.more, price })}
      </span>
      <div>
        <Button size="compact-xs" variant="default" onClick={() => onQty(target)}>
          {t('take', { qty: target })}
        </Button>
      </div>
    </Notice>
  );
}
