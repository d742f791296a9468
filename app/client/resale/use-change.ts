'use client';
/** Changing a line of the book: in sight at once, and taken back where the server refuses. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import type { ResaleRecord } from '#server/plugins/resale/schema.ts';

export type Change = Partial<Pick<ResaleRecord, 'sale_price' | 'buyer_name'>>;

/**
 * @returns a function that changes the line `proxyId` of a page. It gives what is wrong with the change, in the words of the schema, or
 * null where it is saved; and throws where the server could not be asked.
 */
export function useChange(page: number, proxyId: string): (change: Change) => Promise<string | null> {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const { queryKey } = procedures.resale.list.queryOptions({ page });

  const patch = (change: Change) =>
    queries.setQueryData(
      queryKey,
      (list) =>
        list && {
          ...list,
          records: list.records.map((record) => (record.proxy_id === proxyId ? { ...record, ...change } : record)),
        },
    );

  const update = useMutation(
    procedures.resale.update.mutationOptions({
      async onMutate({ proxy_id: _, ...change }) {
        // An answer under way knows nothing of this change yet.
        await queries.cancelQueries({ queryKey });
        const before = queries.getQueryData(queryKey)?.records.find((record) => record.proxy_id === proxyId);
        patch(change as Change);
        return { before };
      },
      onError(_error, { sale_price: price, buyer_name: name }, context) {
        const before = context?.before;
        // Only what this change touched: the other field may have been saved meanwhile.
        if (before && price !== undefined) patch({ sale_price: before.sale_price });
        if (before && name !== undefined) patch({ buyer_name: before.buyer_name });
      },
    }),
  );

  return async (change) => {
    try {
      await update.mutateAsync({ proxy_id: proxyId, ...change });
      return null;
    } catch (error) {
      // Without data the answer did not come from the procedure.
      if (!isProcedureError(error) || !error.data) throw error;
      return error.data.fields[0]?.message ?? error.message;
    }
  };
}
