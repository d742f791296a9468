'use client';
/** The balance in proxies, country by country. */
import { useFormatter, useTranslations } from 'next-intl';
import type { Offer } from '#server/plugins/orders/schema.ts';
import classes from './worth.module.css';
import { proxiesFor } from './worth.ts';

export function Worth({ balanceCents, countries }: { balanceCents: number; countries: Offer['countries'] }) {
  const t = useTranslations('overview');
  const country = useTranslations('countries');
  const format = useFormatter();
  if (countries.length === 0) return t('worthNone');
  return (
    <ul className={classes.worth}>
      {countries.map(({ country: code, steps }) => {
        const count = proxiesFor(balanceCents, steps);
        return (
          <li key={code} title={t('worthOf', { country: country(code), count })}>
            <span className={classes.country}>{country(code)}</span>
            <span className={classes.count}>{format.number(count)}</span>
          </li>
        );
      })}
    </ul>
  );
}
