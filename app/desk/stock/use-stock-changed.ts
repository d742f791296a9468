'use client';
/** What the page of the stock reads anew after a change. */
import { useQueryClient } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';

/** @returns what has the pool and the list of addresses read again. */
export function useStockChanged(): () => Promise<void> {
  const queries = useQueryClient();
  const procedures = useProcedures();
  return () => queries.invalidateQueries({ queryKey: procedures.support.stock.pathKey() });
}
