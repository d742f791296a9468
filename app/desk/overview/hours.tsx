'use client';
/** How a supplier answered, hour by hour: an hour is filled from below by the share that failed; one without calls is empty. */
import { useFormatter } from 'next-intl';
import { useZone } from '#app/_ui/use-zone.ts';
import classes from './hours.module.css';

interface Props {
  supplier: string;
  /** Oldest first; `hour` is its beginning in ISO 8601. */
  hours: readonly { readonly hour: string; readonly worked: number; readonly failed: number }[];
}

export function Hours({ supplier, hours }: Props) {
  const format = useFormatter();
  const timeZone = useZone();
  const worked = hours.reduce((sum, hour) => sum + hour.worked, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const said = `${format.number(worked)} calls worked, ${format.number(failed)} failed`;
  return (
    <>
      <div className={classes.hours} role="img" aria-label={`${supplier}, the last ${hours.length} hours: ${said}`}>
        {hours.map(({ hour, ...calls }) => {
          const all = calls.worked + calls.failed;
          const at = format.dateTime(new Date(hour), { dateStyle: 'medium', timeStyle: 'short', timeZone });
          return (
            <span
              key={hour}
              className={classes.hour}
              data-called={all > 0 || undefined}
              title={all > 0 ? `${at}: ${calls.worked} worked, ${calls.failed} failed` : `${at}: not called`}
            >
              {calls.failed > 0 && <span className={classes.failed} style={{ height: `${(calls.failed / all) * 100}%` }} />}
            </span>
          );
        })}
      </div>
      <span className={classes.said}>
        {failed === 0 ? 'None' : format.number(failed / (worked + failed), { style: 'percent', maximumSignificantDigits: 2 })} of{' '}
        {format.number(worked + failed)} calls failed
      </span>
    </>
  );
}
