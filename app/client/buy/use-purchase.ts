'use client';
/** Sending a purchase so that it is made once, whatever becomes of its answer. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useEffect, useRef, useState } from 'react';
import { isProcedureError, type ProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import type { AppRouter } from '#server/site.ts';
import { type Attempt, attemptFor, forgetAttempt, keepAttempt, keptAttempt, type Wish } from './attempt.ts';
import { isLastWord } from './refusal.ts';

export type Bought = inferRouterOutputs<AppRouter>['orders']['buy']['order'];

export interface Purchase {
  readonly sending: boolean;
  /** The order, until it is put away. */
  readonly bought: Bought | null;
  /** Why the last one was refused. */
  readonly refused: ProcedureError | null;
  /** Sent, and nobody knows what became of it. */
  readonly unanswered: Attempt | null;
  buy(wish: Wish): void;
  /** Takes the order, the refusal or the unanswered purchase from the screen. */
  putAway(): void;
}

/** The refusal that is the last word on the purchase, or null. */
function finalRefusal(error: unknown): ProcedureError | null {
  return isProcedureError(error) && isLastWord(error) ? error : null;
}

export function usePurchase(accountId: number): Purchase {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const [unanswered, setUnanswered] = useState<Attempt | null>(null);
  /** Set at once, before anything is rendered: two clicks are one. */
  const underWay = useRef(false);
  // Only the browser knows what an earlier visit left.
  useEffect(() => setUnanswered(keptAttempt(accountId)), [accountId]);

  const mutation = useMutation(
    procedures.orders.buy.mutationOptions({
      onSuccess() {
        forgetAttempt(accountId);
        setUnanswered(null);
      },
      onError(error) {
        if (finalRefusal(error)) forgetAttempt(accountId);
        setUnanswered(keptAttempt(accountId));
      },
      onSettled() {
        underWay.current = false;
        // Balance, stock, book and lists: nothing on screen is older than the purchase.
        void queries.invalidateQueries();
      },
    }),
  );

  return {
    sending: mutation.isPending,
    bought: mutation.data?.order ?? null,
    refused: finalRefusal(mutation.error),
    unanswered: mutation.isPending ? null : unanswered,
    buy(wish) {
      if (underWay.current) return;
      underWay.current = true;
      const attempt = attemptFor(wish, keptAttempt(accountId));
      keepAttempt(accountId, attempt);
      const { total, keep, ...order } = attempt;
      mutation.mutate({ ...order, expected_total: total, keep: [...keep] });
    },
    putAway() {
      forgetAttempt(accountId);
      setUnanswered(null);
      mutation.reset();
    },
  };
}
