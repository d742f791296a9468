'use client';
/** A moment: in words, and exact on hover or focus in the reader's own zone. */
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useId, useState } from 'react';
import classes from './moment.module.css';
import { relativeTime } from './relative-time.ts';

/**
 * @param at ISO 8601.
 * @param focusable lets the keyboard reach the exact time; leave it out where a table would gain a stop in every row.
 */
export function Moment({ at, focusable = false }: { at: string; focusable?: boolean }) {
  const id = useId();
  const locale = useLocale();
  const t = useTranslations('ui');
  const [now, setNow] = useState(() => new Date());
  /** The server does not know the reader's zone. */
  const [exact, setExact] = useState(at);
  useEffect(() => {
    setExact(new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'long' }));
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, [at, locale]);
  return (
    <span className={classes.moment}>
      {/* The server's words may be a second older than the browser's. */}
      <time
        dateTime={at}
        tabIndex={focusable ? 0 : undefined}
        aria-describedby={focusable ? id : undefined}
        suppressHydrationWarning
      >
        {relativeTime(new Date(at), now, locale) ?? t('justNow')}
      </time>
      <span role="tooltip" id={id} className={classes.exact}>
        {exact}
      </span>
    </span>
  );
}
