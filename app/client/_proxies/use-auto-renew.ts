'use client';
/** Has proxies renewed by themselves, or not any more; the message that says so can undo it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { listLimits } from '#server/plugins/proxies/rules.ts';

export function useAutoRenew() {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const toast = useToast();
  const t = useTranslations('proxies');
  const refresh = () => queries.invalidateQueries({ queryKey: procedures.proxies.list.pathKey() });
  const undo = useMutation(procedures.proxies.autoRenew.mutationOptions({ onSettled: refresh }));
  return useMutation(
    procedures.proxies.autoRenew.mutationOptions({
      onSettled: refresh,
      onError: () => toast({ text: t('failed') }),
      onSuccess({ changed }, { on }) {
        toast({
          text: t('autoSwitched', { on: String(on), count: changed.length }),
          ...(changed.length > 0 && { undo: () => putBack(changed, !on) }),
        });
      },
    }),
  );

  /** As many at a time as a request holds. */
  async function putBack(ids: readonly string[], on: boolean): Promise<boolean> {
    try {
      for (let from = 0; from < ids.length; from += listLimits.chosen) {
        await undo.mutateAsync({ proxies: { ids: ids.slice(from, from + listLimits.chosen) }, on });
      }
      return true;
    } catch {
      return false;
    }
  }
}
