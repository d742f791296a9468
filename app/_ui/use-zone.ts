'use client';
/** The zone in which the reader reads a clock. */
import { useEffect, useState } from 'react';

/** UTC in the first HTML, since the server does not know the reader's zone; from then on that of the browser. */
export function useZone(): string {
  const [zone, setZone] = useState('UTC');
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return zone;
}
