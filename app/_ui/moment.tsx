'use client';
/** A moment: in words, and exact on hover or focus in the reader's own zone. */
import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './moment.module.css';
import { relativeTime } from './relative-time.ts';

const exactly = (at: Date) => at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

/**
 * @param at ISO 8601.
 * @param focusable lets the keyboard reach the exact time; leave it out where a table would gain a stop in every row.
 */
export function Moment({ at, focusable = false }: { at: string; focusable?: boolean }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const moment = new Date(at);
  return (
    <Tooltip label={exactly(moment)} events={{ hover: true, focus: true, touch: true }}>
      {/* The server's words may be a second older than the browser's. */}
      <time dateTime={at} className={classes.moment} tabIndex={focusable ? 0 : undefined} suppressHydrationWarning>
        {relativeTime(moment, now)}
      </time>
    </Tooltip>
  );
}
