'use client';
/** A key just made, for the only time that it can be read. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CopyButton } from '#app/_ui/copy.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import classes from './fresh-key.module.css';

export function FreshKey({ apiKey, onDone }: { apiKey: string; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What made the key is gone, a button or a dialog: readers go on here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each key anew.
  useEffect(() => heading.current?.focus(), [apiKey]);
  return (
    <Notice tone="good">
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        Copy your new key now
      </h3>
      <p>
        This is the only time that it is shown. Put it where your program reads its secrets; never into a web page or a
        repository.
      </p>
      <output className={classes.key} aria-label="Your new API key">
        {apiKey}
      </output>
      <div className={classes.actions}>
        <CopyButton text={apiKey} what="key" />
        <Button variant="default" onClick={onDone}>
          I have put it away
        </Button>
      </div>
    </Notice>
  );
}
