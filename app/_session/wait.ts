'use client';
/** Waiting until the next try is admitted, in sight of the person who waits. */
import { useFormatter } from 'next-intl';
import { useEffect, useState } from 'react';

/** @returns what says so many seconds in words: `42 seconds`, `3 minutes`. */
export function useWaitInWords(): (seconds: number) => string {
  const format = useFormatter();
  return (seconds) =>
    seconds < 60
      ? format.number(seconds, { style: 'unit', unit: 'second', unitDisplay: 'long' })
      : format.number(Math.ceil(seconds / 60), { style: 'unit', unit: 'minute', unitDisplay: 'long' });
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
