'use client';
/** Chooses lines, and changes the chosen or else all that the filter finds; or takes them along as a file. */
import { Button, Checkbox } from '@mantine/core';
import { IconDownload, IconPencil } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { bookLimits } from '#server/plugins/resale/rules.ts';
import { type BookShown, bookAddress } from './book-address.ts';
import classes from './bulk-bar.module.css';

const EditDialog = dynamic(() => import('./edit-dialog.tsx').then((module) => module.EditDialog), { ssr: false });

interface Props {
  shown: BookShown;
  total: number;
  /** Ids on the page. */
  here: readonly string[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

export function BulkBar({ shown, total, here, chosen, onChoose }: Props) {
  const t = useTranslations('resale');
  /** Null until the dialog is first opened, for it is fetched then. */
  const [editing, setEditing] = useState<boolean | null>(null);
  const some = chosen.size > 0;
  const count = some ? chosen.size : total;
  const tooMany = count > (some ? bookLimits.chosen : bookLimits.edited);
  const chosenHere = here.filter((id) => chosen.has(id)).length;

  const choosePage = (checked: boolean) => {
    const next = new Set(chosen);
    for (const id of here) {
      if (checked) next.add(id);
      else next.delete(id);
    }
    onChoose(next);
  };

  return (
    <section className={classes.bar} aria-label={t('several')}>
      <div className={classes.choice}>
        <Checkbox
          size="xs"
          label={t('thisPage')}
          disabled={here.length === 0}
          checked={here.length > 0 && chosenHere === here.length}
          indeterminate={chosenHere > 0 && chosenHere < here.length}
          onChange={(event) => choosePage(event.currentTarget.checked)}
        />
        <p className={classes.count}>{some ? t('chosen', { count }) : t('found', { count })}</p>
        {some && (
          <Button size="compact-xs" variant="subtle" onClick={() => onChoose(new Set())}>
            {t('chooseNone')}
          </Button>
        )}
      </div>
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          component="a"
          href={bookAddress({ ...shown, page: 1 }, '/client/resale/book.csv')}
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          {t('csv')}
        </Button>
        <Button
          size="xs"
          variant={some ? 'filled' : 'default'}
          disabled={count === 0 || tooMany}
          leftSection={<IconPencil size={15} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          {some ? t('editChosen', { count }) : t('editFound', { count })}
        </Button>
      </div>
      {tooMany && <p className={classes.quiet}>{t('tooMany', { most: some ? bookLimits.chosen : bookLimits.edited })}</p>}
      {editing !== null && (
        <EditDialog
          opened={editing}
          count={count}
          which={some ? { proxy_ids: [...chosen] } : { filter: shown }}
          onClose={(done) => {
            setEditing(false);
            if (done) onChoose(new Set());
          }}
        />
      )}
    </section>
  );
}
