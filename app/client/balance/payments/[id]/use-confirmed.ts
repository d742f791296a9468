'use client';
/** Follows a payment until its provider has said how it ended. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import type { Payment } from '#server/plugins/payments/schema.ts';

/** Milliseconds until the nth question: at once, then slower and slower. */
const pause = (nth: number) => (nth === 0 ? 0 : Math.min(2_500 * 1.25 ** (nth - 1), 20_000));

/** @param follow false where nobody waits for an answer. @returns the payment as known now, and how often was asked. */
export function useConfirmed(asked: Payment, follow: boolean): { payment: Payment; questions: number } {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const one = procedures.payments.one.queryOptions({ id: asked.id });
  const { data: payment } = useQuery({ ...one, initialData: asked, enabled: false });
  const [questions, setQuestions] = useState(0);
  const { mutate } = useMutation(
    procedures.payments.confirm.mutationOptions({
      onSuccess(now) {
        queries.setQueryData(one.queryKey, now);
        if (now.standing !== asked.standing) void queries.invalidateQueries(procedures.billing.pathFilter());
      },
      onSettled: () => setQuestions((count) => count + 1),
    }),
  );
  const open = payment.standing === 'created' || payment.standing === 'processing';
  useEffect(() => {
    if (!open || !follow) return;
    const timer = setTimeout(() => mutate({ id: asked.id }), pause(questions));
    return () => clearTimeout(timer);
  }, [open, follow, questions, mutate, asked.id]);
  return { payment, questions };
}
