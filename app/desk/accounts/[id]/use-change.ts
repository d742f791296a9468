'use client';
/** What follows a change of an account: its page shows it, a message tells of it, the dialog closes. */
import { useQueryClient } from '@tanstack/react-query';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';

/** @returns the options of a mutation. */
export function useAfterChange(onClose: () => void) {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  return (text: string) => ({
    onSuccess: () => {
      toast({ text });
      onClose();
      return queries.invalidateQueries({ queryKey: procedures.support.accounts.pathKey() });
    },
  });
}
