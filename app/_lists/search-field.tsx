'use client';
/** A field that searches while somebody types. */
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

/** A pause in typing after which the search begins. */
const PAUSE_MS = 300;

interface Props {
  label: string;
  placeholder: string;
  className?: string | undefined;
  /** What is searched for now. */
  value: string;
  /** What a typed text looks for. */
  term: (typed: string) => string;
  onSearch: (term: string) => void;
}

export function SearchField({ label, placeholder, className, value, term, onSearch }: Props) {
  /** What is typed until the list has caught up with it. */
  const [draft, setDraft] = useState<string | null>(null);

  useEffect(() => {
    // The way back leads to what was searched for there, whatever was typed since.
    const drop = () => setDraft(null);
    window.addEventListener('popstate', drop);
    return () => window.removeEventListener('popstate', drop);
  }, []);

  useEffect(() => {
    if (draft === null || term(draft) === value) return;
    const timer = setTimeout(() => onSearch(term(draft)), PAUSE_MS);
    return () => clearTimeout(timer);
  });

  const settle = () => {
    if (draft === null) return;
    if (term(draft) !== value) onSearch(term(draft));
    setDraft(null);
  };

  return (
    <TextInput
      className={className ?? ''}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      autoComplete="off"
      spellCheck={false}
      maxLength={300}
      value={draft ?? value}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
      onBlur={settle}
    />
  );
}
