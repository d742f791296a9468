/** A date as books have it: the day and, where asked, the minute of UTC, the same for every reader. */
import classes from './utc-date.module.css';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

/** @param at ISO 8601. */
export function UtcDate({ at, withTime = false }: { at: string; withTime?: boolean }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} className={classes.date}>
      {day.format(moment)}
      {withTime && <span className={classes.time}> {minute.format(moment)}</span>}
    </time>
  );
}
