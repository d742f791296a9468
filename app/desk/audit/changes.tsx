'use client';
/** What a change made of what: a line for each fact that is another now. */
import { useFormatter } from 'next-intl';
import classes from './audit-log.module.css';

interface Props {
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}

export function Changes({ before, after }: Props) {
  const inWords = useWords();
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return (
    <dl className={classes.changes}>
      {names.map((name) => (
        <div key={name}>
          <dt>{name.replace(/_cents$/, '').replaceAll('_', ' ')}</dt>
          <dd>
            {Object.hasOwn(before, name) && (
              <>
                <del>{inWords(name, before[name])}</del> <span aria-hidden>→</span>{' '}
              </>
            )}
            <ins>{inWords(name, after[name])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** @returns what writes a fact: amounts of cents in euros, moments in UTC, lists and records as JSON. */
function useWords(): (name: string, value: unknown) => string {
  const format = useFormatter();
  return (name, value) => {
    if (value === undefined || value === null) return 'none';
    if (typeof value === 'boolean') return value ? 'on' : 'off';
    if (typeof value === 'number') return name.endsWith('_cents') ? format.number(value / 100, 'money') : format.number(value);
    if (typeof value !== 'string') return JSON.stringify(value);
    return /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? `${format.dateTime(new Date(value), 'minute')} UTC` : value;
  };
}
