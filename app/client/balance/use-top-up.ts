'use client';
/** Begins a top-up once, however often the button is pressed, and takes the browser to where it is paid. */
import { useMutation } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { useEffect, useRef } from 'react';
import { languageOf } from '#app/_language/language.ts';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { requestKey } from '#app/_procedures/request-key.ts';

export interface TopUp {
  /** From the press of the button until the browser has left. */
  readonly leaving: boolean;
  /** The code of the last refusal, `other` where it has none, or null. */
  readonly refusal: string | null;
  begin(euros: number): void;
  /** Takes the refusal from the screen. */
  putAway(): void;
}

export function useTopUp(): TopUp {
  const language = languageOf(useLocale());
  const attempt = useRef<{ key: string; amount: number } | null>(null);
  const mutation = useMutation(
    useProcedures().payments.topUp.mutationOptions({
      onSuccess: ({ url }) => window.location.assign(url),
      onError(error, input) {
        const over = ['top_up_over', 'top_up_key_reused'].includes(error.data?.publicCode ?? '');
        if (!over) return;
        // Paid or expired since the browser went back here: what is wanted now is another one.
        attempt.current = { key: requestKey(), amount: input.amount };
        mutation.mutate({ ...attempt.current, language });
      },
    }),
  );
  const { reset } = mutation;
  useEffect(() => {
    // A page that the browser kept while it was away would wait for ever.
    const onShow = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return {
    leaving: mutation.isPending || mutation.isSuccess,
    refusal: mutation.error && (mutation.error.data?.publicCode ?? 'other'),
    begin(amount) {
      if (mutation.isPending) return;
      if (attempt.current?.amount !== amount) attempt.current = { key: requestKey(), amount };
      mutation.mutate({ ...attempt.current, language });
    },
    putAway: reset,
  };
}
