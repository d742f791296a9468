'use client';
/** What is done with many proxies at once: those that are chosen, or else all that the filter finds. */
import { Button } from '@mantine/core';
import { IconRefreshDot, IconRotateClockwise2 } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { listLimits } from '#server/plugins/proxies/rules.ts';
import { useAutoRenew } from '../_proxies/use-auto-renew.ts';
import { type Choice, chosenOf, nothing } from './choice.ts';
import classes from './hand-over.module.css';
import type { Found } from './list-address.ts';

const RenewDialog = dynamic(() => import('../_proxies/renew-dialog.tsx').then((module) => module.RenewDialog), { ssr: false });
const ResetDialog = dynamic(() => import('./reset-dialog.tsx').then((module) => module.ResetDialog), { ssr: false });

interface Props {
  found: Found;
  total: number;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

export function BulkBar({ found, total, choice, onChoose }: Props) {
  const t = useTranslations('proxies');
  const autoRenew = useAutoRenew();
  /** Null until a dialog is first opened, for it is fetched then. */
  const [renewing, setRenewing] = useState<boolean | null>(null);
  const [resetting, setResetting] = useState<boolean | null>(null);
  const some = choice !== 'all' && choice.size > 0;
  const count = some ? choice.size : Math.min(total, listLimits.ids);
  const off = count === 0 || (some && count > listLimits.chosen);
  const proxies = useMemo(() => chosenOf(choice, found), [choice, found]);
  const close = (dialog: (open: boolean) => void) => (done: boolean) => {
    dialog(false);
    if (done) onChoose(nothing);
  };
  const switching = autoRenew.isPending ? autoRenew.variables.on : null;

  return (
    <section className={classes.bar} aria-label={t('manage')}>
      <div className={classes.manage}>
        <Button
          size="xs"
          disabled={off}
          leftSection={<IconRotateClockwise2 size={15} aria-hidden />}
          onClick={() => setRenewing(true)}
        >
          {some ? t('renewSome', { count }) : t('renewAll')}
        </Button>
        {[true, false].map((on) => (
          <Button
            key={String(on)}
            size="xs"
            variant="default"
            disabled={off}
            loading={switching === on}
            onClick={() => autoRenew.mutate({ proxies, on })}
          >
            {on ? t('autoOn') : t('autoOff')}
          </Button>
        ))}
        <Button
          size="xs"
          variant="default"
          disabled={off}
          leftSection={<IconRefreshDot size={15} aria-hidden />}
          onClick={() => setResetting(true)}
        >
          {some ? t('resetSome', { count }) : t('resetAll')}
        </Button>
      </div>
      {some && count > listLimits.chosen && <p className={classes.quiet}>{t('tooMany', { most: listLimits.chosen })}</p>}
      {renewing !== null && <RenewDialog opened={renewing} count={count} proxies={proxies} onClose={close(setRenewing)} />}
      {resetting !== null && <ResetDialog opened={resetting} count={count} proxies={proxies} onClose={close(setResetting)} />}
    </section>
  );
}
