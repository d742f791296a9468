'use client';
/** What to buy: country, quantity, and the price at which it is going to be sold. */
import { ActionIcon, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { useMoney } from '#app/_ui/money.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { limits } from '#server/kernel/limits.ts';
import type { Offer } from '#server/plugins/orders/schema.ts';
import { type Choice, wholeQty } from './choice.ts';
import classes from './order-form.module.css';
import { lineOf } from './quote.ts';
import type { salePriceProblem } from './sale-price.ts';

interface Props {
  offer: Offer;
  choice: Choice;
  salePrice: string;
  salePriceProblem: ReturnType<typeof salePriceProblem>;
  onChange: (change: Partial<Choice>) => void;
  onSalePrice: (text: string) => void;
}

export function OrderForm({ offer, choice, salePrice, salePriceProblem: problem, onChange, onSalePrice }: Props) {
  const t = useTranslations('buy.order');
  const money = useMoney();
  return (
    <Panel id="order" title={t('title')}>
      <PanelBody>
        <Countries offer={offer} choice={choice} onChange={onChange} />
        <Quantity offer={offer} choice={choice} onChange={onChange} />
        <TextInput
          className={classes.short ?? ''}
          label={t('salePrice')}
          description={t('salePriceWhy')}
          leftSection="€"
          leftSectionPointerEvents="none"
          inputMode="decimal"
          autoComplete="off"
          value={salePrice}
          error={problem && t(`salePriceProblem.${problem}`, { max: money(limits.salePriceEuros.max) })}
          onChange={(event) => onSalePrice(event.currentTarget.value)}
        />
      </PanelBody>
    </Panel>
  );
}

type PartProps = Pick<Props, 'offer' | 'choice' | 'onChange'>;

function Countries({ offer, choice, onChange }: PartProps) {
  const t = useTranslations('buy.order');
  const nameOf = useTranslations('countries');
  const money = useMoney();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{t('country')}</legend>
      <div className={classes.cards}>
        {offer.countries.map(({ country, available, steps }) => (
          <label key={country} className={classes.card} data-chosen={country === choice.country || undefined}>
            <input
              type="radio"
              name="country"
              className={classes.radio}
              value={country}
              checked={country === choice.country}
              onChange={() => onChange({ country })}
            />
            <span className={classes.name}>{nameOf(country)}</span>
            <span className={classes.stock} data-out={available === 0 || undefined}>
              {available === 0 ? t('soldOut') : t('inStock', { count: available })}
            </span>
            <span className={classes.from}>
              {t('from', { price: money(Math.min(...steps.map((step) => step.unit_cents)) / 100) })}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Quantity({ offer, choice, onChange }: PartProps) {
  const id = useId();
  const t = useTranslations('buy.order');
  const money = useMoney();
  const qty = wholeQty(choice.qty);
  const offered = offer.countries.find(({ country }) => country === choice.country);
  const line = offered && qty !== null ? lineOf(offered, qty, offer.balance_cents) : null;
  const to = (wanted: number) => onChange({ qty: String(Math.min(limits.proxiesPerOrder, Math.max(1, wanted))) });
  return (
    <div className={classes.group}>
      <label className={classes.label} htmlFor={id}>
        {t('quantity')}
      </label>
      <div className={classes.stepper}>
        <ActionIcon variant="default" size={36} aria-label={t('fewer')} disabled={qty === 1} onClick={() => to((qty ?? 2) - 1)}>
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
        <TextInput
          id={id}
          className={classes.quantity ?? ''}
          inputMode="numeric"
          autoComplete="off"
          value={choice.qty}
          error={qty === null}
          aria-describedby={`${id}-problem`}
          onChange={(event) => onChange({ qty: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'ArrowUp') to((qty ?? 0) + 1);
            if (event.key === 'ArrowDown') to((qty ?? 2) - 1);
          }}
        />
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('more')}
          disabled={qty === limits.proxiesPerOrder}
          onClick={() => to((qty ?? 0) + 1)}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </div>
      <p id={`${id}-problem`} className={classes.problem} role="status">
        {qty === null && t('quantityProblem', { max: limits.proxiesPerOrder })}
      </p>
      <ul className={classes.steps} aria-label={t('steps')}>
        {offered?.steps.map(({ min_qty: from, unit_cents: unit }) => (
          <li key={from}>
            <button
              type="button"
              className={classes.step}
              aria-pressed={line?.step.min_qty === from}
              onClick={() => onChange({ qty: String(from) })}
            >
              <span className={classes.from}>{t('step', { from })}</span> <strong>{money(unit / 100)}</strong>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
