'use client';
/** What happened to an order, the oldest first. */
import { useFormatter } from 'next-intl';
import { useMoney } from '#app/_ui/money.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import classes from './timeline.module.css';

interface Props {
  order: { timeline: readonly { at: string; kind: string; detail: Readonly<Record<string, unknown>> }[] };
}

export function Timeline({ order: { timeline } }: Props) {
  const format = useFormatter();
  const money = useMoney();
  return (
    <Panel id="timeline" title="Timeline" description="Times in UTC.">
      <PanelBody>
        {timeline.length === 0 ? (
          <p className={classes.quiet}>It was delivered from the site’s own stock, within its purchase.</p>
        ) : (
          <ol className={classes.timeline}>
            {timeline.map(({ at, kind, detail }) => (
              <li key={`${at} ${kind} ${JSON.stringify(detail)}`}>
                <time dateTime={at}>{format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'medium' })}</time>
                <strong>{capital(kind)}</strong>
                <span className={classes.quiet}>{inWords(detail, money)}</span>
              </li>
            ))}
          </ol>
        )}
      </PanelBody>
    </Panel>
  );
}

const capital = (kind: string) => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}`;

/** `total €5.80, own 2, bought 1`. */
function inWords(detail: Readonly<Record<string, unknown>>, money: (euros: number) => string): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      if (name.endsWith('_cents') && typeof value === 'number') {
        return `${name.slice(0, -6).replaceAll('_', ' ')} ${money(value / 100)}`;
      }
      return `${name.replaceAll('_', ' ')} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
    })
    .join(', ');
}
