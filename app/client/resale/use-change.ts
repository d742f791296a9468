'use client';
/** Changing a line of the book: in sight at once, and taken back where the server refuses. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import type { Change } from '#server/plugins/resale/schema.ts';
import type { BookShown } from './book-address.ts';

/**
 * @returns a function that changes the line `proxyId` of what is shown. It gives what is wrong with the change, in the words of the
 * schema, or null where it is saved; and throws where the server could not be asked.
 */
export function useChange(shown: BookShown, proxyId: string): (change: Change) => Promise<string | null> {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const { queryKey } = procedures.resale.list.queryOptions(shown);

  const patch = (change: Change) => {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    queries.setQueryData(
      queryKey,
      (list) =>
        list && {
          ...list,
          records: list.records.map((record) => (record.proxy_id === proxyId ? { ...record, ...given } : record)),
        },
    );
  };

  const update = useMutation(
    procedures.resale.update.mutationOptions({
      async onMutate({ proxy_id: _, ...change }) {
        // An answer under way knows nothing of this change yet.
        await queries.cancelQueries({ queryKey });
        const before = queries.getQueryData(queryKey)?.records.find((record) => record.proxy_id === proxyId);
        patch(change);
        return { before };
      },
      onError(_error, { proxy_id: _, ...change }, context) {
        const before = context?.before;
        if (!before) return;
        // Only what this change touched: another field may have been saved meanwhile.
        const touched = Object.entries(change).filter(([, value]) => value !== undefined);
        patch(Object.fromEntries(touched.map(([name]) => [name, before[name as keyof Change]])));
      },
      // The sums have changed, and what the buyers have.
      onSuccess: () => queries.invalidateQueries({ queryKey: procedures.resale.pathKey() }),
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
