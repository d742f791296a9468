'use client';
/** A field that is edited where it stands: Enter or leaving it saves, Escape brings the old text back. */
import { Loader, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
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
  /** Beneath another field, in smaller type. */
  quiet?: boolean;
  /** The id of a list of texts that are offered. */
  suggestions?: string;
  /** Characters. */
  most?: number;
  isChange: (text: string) => boolean;
  /** @returns what the server found wrong with the text, or null where it is saved. @throws where it could not be asked. */
  save: (text: string) => Promise<string | null>;
}

export function FieldInPlace(props: Props) {
  const { label, value, unit, placeholder, numeric = false, quiet = false, suggestions, most, isChange, save } = props;
  const t = useTranslations('resale');
  /** The text while it differs from what is stored: being typed, or refused. So nothing typed is ever lost. */
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
    if (!isChange(draft)) return reset();
    setState('saving');
    setError(null);
    try {
      const problem = await save(draft);
      setError(problem);
      // What was typed meanwhile is the next change.
      if (problem === null) setDraft((typed) => (typed === draft ? null : typed));
      setState(problem === null ? 'saved' : 'idle');
    } catch {
      setError(t('notSavedField'));
      setState('idle');
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void commit();
    if (event.key === 'Escape') reset();
  };

  return (
    <div className={classes.field} data-numeric={numeric || undefined} data-quiet={quiet || undefined}>
      <TextInput
        aria-label={label}
        size="xs"
        value={draft ?? value}
        placeholder={placeholder ?? ''}
        inputMode={numeric ? 'decimal' : 'text'}
        autoComplete="off"
        {...(suggestions ? { list: suggestions } : {})}
        {...(most ? { maxLength: most } : {})}
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
      <Announcement>{state === 'saved' ? t('saved') : ''}</Announcement>
    </div>
  );
}
