'use client';
/** Tops the balance up: an amount, what it buys, and the way to where it is paid. */
import { Button, TextInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Badge } from '#app/_ui/badge.tsx';
import { eurosTyped } from '#app/_ui/euros-typed.ts';
import { useMoney } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import classes from './top-up-panel.module.css';
import { useHowMany } from './use-how-many.ts';
import { useTopUp } from './use-top-up.ts';

/** Euros. */
const SUGGESTED = [20, 50, 100, 250];

interface Props {
  offer: { provider: 'stripe' | 'sandbox'; min: number; max: number };
}

export function TopUpPanel({ offer }: Props) {
  const t = useTranslations('balance');
  const money = useMoney();
  const howMany = useHowMany();
  const topUp = useTopUp();
  const [chosen, setChosen] = useState(50);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);

  const euros = typed.trim() === '' ? chosen : eurosTyped(typed, offer);
  const buys = euros === null ? null : howMany(euros);
  const bounds = { min: money(offer.min), max: money(offer.max) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (euros !== null) topUp.begin(euros);
  };
  const type = (text: string) => {
    setTyped(text);
    setAsked(false);
    topUp.putAway();
  };
  return (
    <Panel
      id="top-up"
      title={t('topUp')}
      description={t('topUpIntro')}
      actions={offer.provider === 'sandbox' && <Badge tone="warn">{t('sandboxBadge')}</Badge>}
    >
      <PanelBody>
        <form onSubmit={submit} className={classes.form} noValidate>
          <fieldset className={classes.amounts} aria-label={t('suggested')}>
            {SUGGESTED.map((amount) => (
              <Button
                key={amount}
                variant={typed.trim() === '' && chosen === amount ? 'light' : 'default'}
                aria-pressed={typed.trim() === '' && chosen === amount}
                onClick={() => {
                  setChosen(amount);
                  type('');
                }}
              >
                {money(amount)}
              </Button>
            ))}
          </fieldset>
          <TextInput
            label={t('other')}
            description={t('bounds', bounds)}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={asked && euros === null ? t('amountWrong', bounds) : null}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <p className={classes.buys}>{buys !== null && t('topUpBuys', { proxies: buys })}</p>
          {topUp.refusal !== null && (
            <Notice tone="bad" alert>
              <Refusal code={topUp.refusal} bounds={bounds} />
            </Notice>
          )}
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={topUp.leaving}
            rightSection={<IconArrowRight size={18} aria-hidden />}
          >
            {euros === null ? t('payNoAmount') : t('pay', { amount: money(euros) })}
          </Button>
          <p className={classes.note}>{offer.provider === 'sandbox' ? t('sandboxNote') : t('payNote')}</p>
        </form>
      </PanelBody>
    </Panel>
  );
}

function Refusal({ code, bounds }: { code: string; bounds: { min: string; max: string } }) {
  const t = useTranslations('balance');
  switch (code) {
    case 'top_up_amount':
      return t('amountWrong', bounds);
    case 'top_up_unavailable':
    case 'too_many_top_ups':
    case 'provider_unreachable':
      return t(`refused.${code}`);
    default:
      return t('refused.other');
  }
}
