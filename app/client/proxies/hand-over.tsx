'use client';
/** Copies or downloads credentials: of the proxies that are chosen, or else of all that the filter finds. */
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { isProcedureError } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { listLimits } from '#server/plugins/proxies/schema.ts';
import { type FormatName, formatNames, formats } from './formats.ts';
import classes from './hand-over.module.css';
import type { Found } from './list-address.ts';
import { ClipboardError, useCredentials } from './use-credentials.ts';

interface Props {
  found: Found;
  total: number;
  /** Ids on the page. */
  here: readonly string[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

const inFigures = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'proxy' : 'proxies'}`;

export function HandOver({ found, total, here, chosen, onChoose }: Props) {
  const [format, setFormat] = useState<FormatName>('access');
  const { mutate, isPending, isSuccess, data, error, variables, come } = useCredentials();
  const some = chosen.size > 0;
  const count = some ? chosen.size : Math.min(total, listLimits.ids);
  const chosenHere = here.filter((id) => chosen.has(id)).length;
  const run = (to: 'clipboard' | 'file') => mutate({ wanted: some ? [...chosen] : found, format, to });
  const busy = (to: 'clipboard' | 'file') => isPending && variables.to === to;

  const choosePage = (checked: boolean) => {
    const next = new Set(chosen);
    for (const id of here) {
      if (checked) next.add(id);
      else next.delete(id);
    }
    onChoose(next);
  };

  return (
    <section className={classes.bar} aria-label="Copy or download">
      <div className={classes.line}>
        <div className={classes.choice}>
          <Checkbox
            size="xs"
            label="This page"
            disabled={here.length === 0}
            checked={here.length > 0 && chosenHere === here.length}
            indeterminate={chosenHere > 0 && chosenHere < here.length}
            onChange={(event) => choosePage(event.currentTarget.checked)}
          />
          <p className={classes.count}>{some ? `${inFigures(chosen.size)} chosen` : `${inFigures(total)} found`}</p>
          {some && (
            <Button size="compact-xs" variant="subtle" onClick={() => onChoose(new Set())}>
              Choose none
            </Button>
          )}
        </div>
        <div className={classes.actions}>
          <NativeSelect
            size="xs"
            className={classes.format}
            aria-label="Format"
            value={format}
            onChange={(event) => setFormat(event.currentTarget.value as FormatName)}
            data={formatNames.map((value) => ({ value, label: formats[value].label }))}
          />
          <Button
            size="xs"
            variant="default"
            disabled={count === 0 || busy('file')}
            loading={busy('clipboard')}
            leftSection={<IconCopy size={15} aria-hidden />}
            onClick={() => run('clipboard')}
          >
            Copy {some ? chosen.size : 'all'}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={count === 0 || busy('clipboard')}
            loading={busy('file')}
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => run('file')}
          >
            Download {some ? chosen.size : 'all'}
          </Button>
        </div>
      </div>
      {!some && total > listLimits.ids && (
        <p className={classes.quiet}>“All” takes the first {inFigures(listLimits.ids)}. Narrow the list for the others.</p>
      )}
      <p role="status" className={classes.quiet}>
        {isPending && `Fetching: ${come.toLocaleString('en-GB')} of ${inFigures(count)} …`}
        {isSuccess &&
          `${inFigures(data)} ${variables.to === 'file' ? 'downloaded' : 'copied'}. Passwords are in it: keep it safe.`}
      </p>
      {error && (
        <Notice tone="bad" alert>
          {reason(error)}
        </Notice>
      )}
    </section>
  );
}

function reason(error: Error): string {
  if (error instanceof ClipboardError || (isProcedureError(error) && error.data)) return error.message;
  return 'The site did not answer as it should. Nothing was copied or downloaded. Try again in a few seconds.';
}
