'use client';
/** What importing a list would come to: new addresses, those that are there, and what is no address, and why. */
import { useFormatter } from 'next-intl';
import type { ReactNode } from 'react';
import { Notice } from '#app/_ui/notice.tsx';
import { type Country, countryNames } from '#server/kernel/countries.ts';
import type { Preview } from '#server/plugins/support/schema/stock.ts';
import classes from './import-dialog.module.css';

export function ImportPreview({ preview, country }: { preview: Preview; country: Country }) {
  const format = useFormatter();
  const { fresh, known, refused, repeated } = preview;
  const empty = fresh + known + refused === 0;
  return (
    <div className={classes.preview} role="status">
      {empty && <Notice tone="plain">There is no address in this list.</Notice>}
      {fresh > 0 && (
        <Part tone="good" count={fresh} shown={preview.first_fresh} title={`new in ${countryNames[country]}`}>
          {(ip) => ip}
        </Part>
      )}
      {known > 0 && (
        <Part tone="plain" count={known} shown={preview.first_known} title="in the pool already: left as they are">
          {(one) => `${one.ip} (${countryNames[one.country]}${one.retired ? ', retired: put it back to sell it again' : ''})`}
        </Part>
      )}
      {refused > 0 && (
        <Part tone="bad" count={refused} shown={preview.first_refused} title="refused: left out">
          {(one) => one.reason}
        </Part>
      )}
      {repeated > 0 && <p>{format.number(repeated)} given more than once: each counts once.</p>}
    </div>
  );
}

interface PartProps<T> {
  tone: 'good' | 'plain' | 'bad';
  count: number;
  /** The first of them. */
  shown: readonly T[];
  title: string;
  children: (one: T) => ReactNode;
}

function Part<T>({ tone, count, shown, title, children }: PartProps<T>) {
  const format = useFormatter();
  return (
    <Notice tone={tone}>
      <p>
        <strong>{format.number(count)}</strong> {title}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <ul tabIndex={0} aria-label={title}>
        {shown.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order.
          <li key={index}>{children(one)}</li>
        ))}
        {count > shown.length && <li>… and {format.number(count - shown.length)} more</li>}
      </ul>
    </Notice>
  );
}
