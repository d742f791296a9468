'use client';
/** Waiting until the next try is admitted, in sight of the person who waits. */
import { useEffect, useState } from 'react';

/** `2 minutes 5 seconds`. */
export function inWords(seconds: number): string {
  const parts = [
    { count: Math.floor(seconds / 60), unit: 'minute' },
    { count: seconds % 60, unit: 'second' },
  ].filter(({ count }) => count > 0);
  return parts.map(({ count, unit }) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(' ');
}

/** Counts down by the second. `left` is 0 where nothing is to be waited for. */
export function useWait(): { left: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return { left, start: (seconds) => setUntil(Date.now() + seconds * 1_000) };
}
