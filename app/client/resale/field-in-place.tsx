'use client';
/** A field that is edited where it stands: Enter or leaving it saves, Escape brings the old text back. */
import { Loader, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Announcement } from '#app/_ui/announcement.tsx';
import classes from './field-in-place.module.css';

interface Props {
  label: string;
  /** What is stored, as text. */
  value: string;
  unit?: string;
  placeholder?: string;
  numeric?: boolean;
  /** What is wrong with a text, or null. */
  check: (text: string) => string | null;
  isChange: (text: string) => boolean;
  save: (text: string) => Promise<void>;
}

export function FieldInPlace({ label, value, unit, placeholder, numeric = false, check, isChange, save }: Props) {
  /** The text while it differs from what is stored: being typed, or refused. */
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');

  useEffect(() => {
    if (state !== 'saved') return;
    const timer = setTimeout(() => setState('idle'), 2_000);
    return () => clearTimeout(timer);
  }, [state]);

  const reset = () => {
    setDraft(null);
    setError(null);
  };

  const commit = async () => {
    if (draft === null || state === 'saving') return;
    const problem = check(draft);
    if (problem) return setError(problem);
    if (!isChange(draft)) return reset();
    setState('saving');
    setError(null);
    try {
      await save(draft);
      setDraft(null);
      setState('saved');
    } catch (reason) {
      // The text stays, so that nothing typed is lost; the line behind it has its old value back.
      setError(`Not saved. ${reason instanceof Error ? reason.message : ''}`.trim());
      setState('idle');
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void commit();
    if (event.key === 'Escape') reset();
  };

  return (
    <div className={classes.field} data-numeric={numeric || undefined}>
      <TextInput
        aria-label={label}
        size="xs"
        value={draft ?? value}
        placeholder={placeholder ?? ''}
        inputMode={numeric ? 'decimal' : 'text'}
        autoComplete="off"
        error={error}
        leftSection={unit}
        leftSectionPointerEvents="none"
        rightSection={
          state === 'saving' ? (
            <Loader size={12} />
          ) : state === 'saved' ? (
            <IconCheck size={14} className={classes.saved} aria-hidden />
          ) : null
        }
        rightSectionPointerEvents="none"
        classNames={{ input: classes.input ?? '', section: classes.section ?? '', error: classes.error ?? '' }}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setError(null);
        }}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <Announcement>{state === 'saved' ? 'Saved' : ''}</Announcement>
    </div>
  );
}
