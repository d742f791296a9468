/** A date as books have it: the day and, where asked, the minute of UTC, the same for every reader. */
import { useFormatter } from 'next-intl';
import classes from './utc-date.module.css';

/** @param at ISO 8601. */
export function UtcDate({ at, withTime = false }: { at: string; withTime?: boolean }) {
  const format = useFormatter();
  const moment = new Date(at);
  return (
    <time dateTime={at} className={classes.date}>
      {format.dateTime(moment, 'day')}
      {withTime && <span className={classes.time}> {format.dateTime(moment, 'time')}</span>}
    </time>
  );
}
