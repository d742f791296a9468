/** A message that stands out of the text: good news, a warning, an error. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

const icons = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconAlertTriangle, plain: IconInfoCircle } as const;

/** @param alert has screen readers say it at once. */
export function Notice({ tone, alert = false, children }: { tone: keyof typeof icons; alert?: boolean; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <div className={classes.notice} data-tone={tone} role={alert ? 'alert' : undefined}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <div className={classes.text}>{children}</div>
    </div>
  );
}
