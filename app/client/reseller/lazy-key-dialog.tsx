'use client';
/** The dialog that asks before a key dies, loaded when it is first opened. */
import dynamic from 'next/dynamic';
import { type ComponentProps, useState } from 'react';
import type { KeyDialog } from './key-dialog.tsx';

const Loaded = dynamic(() => import('./key-dialog.tsx').then((file) => file.KeyDialog));

export function LazyKeyDialog(props: ComponentProps<typeof KeyDialog>) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  return wanted && <Loaded {...props} />;
}
