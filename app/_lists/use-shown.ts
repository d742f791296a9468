'use client';
/** Moving a list to another address: its controls follow at once, the lines when they have come. */
import { useRouter } from 'next/navigation';
import { useOptimistic, useTransition } from 'react';

/**
 * @param shown what the page shows now. @param addressOf the address of what it is to show.
 * @returns what the controls show, whether the page is on its way, and what moves it; `typing` leaves no trace in the history.
 */
export function useShown<Shown>(shown: Shown, addressOf: (shown: Shown) => string) {
  const router = useRouter();
  const [moving, move] = useTransition();
  const [asked, ask] = useOptimistic(shown);
  const show = (next: Shown, typing = false) =>
    move(() => {
      ask(next);
      if (typing) router.replace(addressOf(next), { scroll: false });
      else router.push(addressOf(next), { scroll: false });
    });
  return { asked, moving, show };
}
