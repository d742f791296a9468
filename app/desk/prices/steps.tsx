'use client';
/** The steps of a price list. */
import { Money } from '#app/_ui/money.tsx';
import type { PriceStep } from '#server/plugins/support/schema/prices.ts';
import classes from './prices.module.css';

export function Steps({ caption, steps }: { caption: string; steps: readonly PriceStep[] }) {
  return (
    <table className={classes.steps} aria-label={caption}>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">Each</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ min_qty, unit_price_cents }) => (
          <tr key={min_qty}>
            <td>{min_qty}</td>
            <td>
              <Money euros={unit_price_cents / 100} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
