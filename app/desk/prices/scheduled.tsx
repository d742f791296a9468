'use client';
/** The price lists of a country that begin later, each of which can be taken back before that. */
import { Button } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useFormatter } from 'next-intl';
import { useState } from 'react';
import { useMoney } from '#app/_ui/money.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import type { CountryPrices } from '#server/plugins/support/schema/prices.ts';
import classes from './prices.module.css';

const CancelDialog = dynamic(() => import('./cancel-dialog.tsx').then((file) => file.CancelDialog));

export function Scheduled({ prices: { country, scheduled } }: { prices: CountryPrices }) {
  const format = useFormatter();
  const money = useMoney();
  const [cancelling, setCancelling] = useState<string | null>(null);
  if (scheduled.length === 0) return null;
  const moment = (at: string) => `${format.dateTime(new Date(at), 'minute')} UTC`;
  return (
    <section className={classes.scheduled} aria-label={`Later prices in ${countryNames[country]}`}>
      <h3>Later</h3>
      <ul>
        {scheduled.map(({ begins_at, steps }) => (
          <li key={begins_at}>
            <div>
              <strong>From {moment(begins_at)}</strong>{' '}
              <span className={classes.figures}>
                {steps.map(({ min_qty, unit_price_cents }) => `${min_qty}+ ${money(unit_price_cents / 100)}`).join(' · ')}
              </span>
            </div>
            <Button variant="default" size="xs" onClick={() => setCancelling(begins_at)}>
              Take back
            </Button>
          </li>
        ))}
      </ul>
      {cancelling && (
        <CancelDialog country={country} beginsAt={cancelling} moment={moment(cancelling)} onClose={() => setCancelling(null)} />
      )}
    </section>
  );
}
