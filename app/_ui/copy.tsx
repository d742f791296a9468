'use client';
/** Copying, and saying so. */
import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Announcement } from './announcement.tsx';

/** @returns whether the text is on the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https the clipboard is out of reach; a selected field still copies.
    const field = document.createElement('textarea');
    field.value = text;
    field.setAttribute('readonly', '');
    document.body.append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    return copied;
  }
}

/** Copies `text`, and for a while says that it did, or that it could not. */
function useCopy(text: string) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2_500);
    return () => clearTimeout(timer);
  }, [state]);
  return { state, copy: async () => setState((await copyText(text)) ? 'copied' : 'failed') };
}

const said = { idle: '', copied: 'Copied', failed: 'Could not copy: select the text instead' } as const;

/** A small button beside what it copies. @param what names it: `Copy <what>`. */
export function CopyIcon({ text, what }: { text: string; what: string }) {
  const { state, copy } = useCopy(text);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c={state === 'copied' ? 'var(--good)' : 'dimmed'}
        size="md"
        onClick={copy}
        aria-label={`Copy ${what}`}
        title={said[state] || `Copy ${what}`}
      >
        {state === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
      <Announcement>{said[state]}</Announcement>
    </>
  );
}

/** A button that turns into «Copied». */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { state, copy } = useCopy(text);
  return (
    <>
      <Button
        onClick={copy}
        leftSection={state === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      >
        {said[state] || `Copy ${what}`}
      </Button>
      <Announcement>{said[state]}</Announcement>
    </>
  );
}
