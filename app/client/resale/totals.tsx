'use client';
/** The sums of what is found: what it cost, for how much it was sold, what is left, and what is still to be paid. */
import { useFormatter, useTranslations } from 'next-intl';
import { Money } from '#app/_ui/money.tsx';
import { marginOf } from '#server/plugins/resale/rules.ts';
import type { Sums } from '#server/plugins/resale/schema.ts';
import classes from './totals.module.css';

export function Totals({ sums }: { sums: Sums }) {
  const t = useTranslations('resale');
  const format = useFormatter();
  const margin = marginOf(sums);
  const figures = [
    { label: t('cost'), euros: sums.cost, hint: t('costHint', { count: sums.count }) },
    { label: t('sales'), euros: sums.sales, hint: t('salesHint', { paid: format.number(sums.paid, 'money') }) },
    {
      label: t('margin'),
      euros: margin.amount,
      signed: true,
      hint: margin.percent === null ? t('noSales') : t('ofSales', { share: format.number(margin.percent / 100, 'percent') }),
    },
    { label: t('open'), euros: sums.open, hint: t('openHint') },
  ];
  return (
    <section aria-label={t('totals')}>
      <dl className={classes.totals}>
        {figures.map(({ label, euros, signed = false, hint }) => (
          <div key={label} className={classes.figure}>
            <dt>{label}</dt>
            <dd>
              <span className={classes.value}>
                <Money euros={euros} signed={signed} />
              </span>
              <span className={classes.hint}>{hint}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
