'use client';
/** The language of the examples: chosen once, for all of them and for the next visit. */
import { useSyncExternalStore } from 'react';

const KEY = 'examples-language';
const listeners = new Set<() => void>();
/** Where the browser keeps nothing for this site, it is remembered as long as the page is open. */
let chosen: string | null | undefined;

function read(): string | null {
  if (chosen === undefined) {
    try {
      chosen = window.localStorage.getItem(KEY);
    } catch {
      chosen = null;
    }
  }
  return chosen;
}

function choose(language: string | null): void {
  chosen = language;
  try {
    if (language) window.localStorage.setItem(KEY, language);
  } catch {
    // Forgotten with the page, then.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language, null where none was chosen, and how to choose. */
export function useLanguage(): [string | null, (language: string | null) => void] {
  return [useSyncExternalStore(subscribe, read, () => null), choose];
}
