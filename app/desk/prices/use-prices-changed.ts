'use client';
/** What the page of prices reads anew after a change. */
import { useQueryClient } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';

/** @returns what has lists, codes and wheel read again. */
export function usePricesChanged(): () => Promise<void> {
  const queries = useQueryClient();
  const procedures = useProcedures();
  return () => queries.invalidateQueries({ queryKey: procedures.support.prices.pathKey() });
}
