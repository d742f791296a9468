'use client';
/** Copying, and saying so. */
import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
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
  const t = useTranslations('ui');
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2_500);
    return () => clearTimeout(timer);
  }, [state]);
  const said = { idle: '', copied: t('copied'), failed: t('couldNotCopy') }[state];
  return { state, said, copy: async () => setState((await copyText(text)) ? 'copied' : 'failed') };
}

/** A small button beside what it copies. @param what names it: `Copy <what>`. */
export function CopyIcon({ text, what }: { text: string; what: string }) {
  const { state, said, copy } = useCopy(text);
  const t = useTranslations('ui');
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        c={state === 'copied' ? 'var(--good)' : 'dimmed'}
        size="md"
        onClick={copy}
        aria-label={t('copy', { what })}
        title={said || t('copy', { what })}
      >
        {state === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
      <Announcement>{said}</Announcement>
    </>
  );
}

/** A button that turns into «Copied». */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { state, said, copy } = useCopy(text);
  const t = useTranslations('ui');
  return (
    <>
      <Button
        onClick={copy}
        leftSection={state === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      >
        {said || t('copy', { what })}
      </Button>
      <Announcement>{said}</Announcement>
    </>
  );
}
