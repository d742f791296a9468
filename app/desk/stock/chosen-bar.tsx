'use client';
/** What can be done with the chosen addresses: retire them, or put them back. */
import { Button } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { Address } from '#server/plugins/support/schema/stock.ts';
import classes from './chosen-bar.module.css';

const RetireDialog = dynamic(() => import('./retire-dialog.tsx').then((file) => file.RetireDialog));

interface Props {
  chosen: readonly Address[];
  /** They were changed. */
  onDone: () => void;
}

export function ChosenBar({ chosen, onDone }: Props) {
  const [dialog, setDialog] = useState<{ kind: 'retire' | 'put_back'; addresses: readonly Address[] } | null>(null);
  const retired = chosen.filter(({ state }) => state === 'retired');
  const inStock = chosen.filter(({ state }) => state !== 'retired');
  return (
    <>
      {chosen.length > 0 && (
        <div className={classes.bar} role="toolbar" aria-label="Chosen addresses">
          <span aria-live="polite">{chosen.length} chosen</span>
          {inStock.length > 0 && (
            <Button size="xs" color="red.9" onClick={() => setDialog({ kind: 'retire', addresses: inStock })}>
              Retire {inStock.length}
            </Button>
          )}
          {retired.length > 0 && (
            <Button size="xs" variant="default" onClick={() => setDialog({ kind: 'put_back', addresses: retired })}>
              Put {retired.length} back
            </Button>
          )}
          <Button size="xs" variant="subtle" onClick={onDone}>
            Choose none
          </Button>
        </div>
      )}
      {dialog && <RetireDialog {...dialog} onDone={onDone} onClose={() => setDialog(null)} />}
    </>
  );
}
