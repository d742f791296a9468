'use client';
/** Fetching credentials, a thousand at a time, and handing them over as text. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { copyText } from '#app/_ui/copy.tsx';
import { saveFile } from '#app/_ui/save-file.ts';
import { listLimits } from '#server/plugins/proxies/rules.ts';
import type { DeliveredProxy } from '#server/plugins/proxies/schema.ts';
import { type FormatName, fileName, formats } from './formats.ts';
import type { Found } from './list-address.ts';

/** Which proxies: some by their ids, or all that a filter finds. */
export type Wanted = readonly string[] | Found;

export interface HandOver {
  readonly wanted: Wanted;
  readonly format: FormatName;
  readonly to: 'clipboard' | 'file';
}

/**
 * @returns the mutation that hands credentials over and gives how many it were, and meanwhile how many have come.
 * It keeps no password: what was fetched is forgotten as soon as it is on the clipboard or in the file.
 */
export function useCredentials() {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const { mutateAsync: fetchSome } = useMutation(procedures.proxies.credentials.mutationOptions({ gcTime: 0 }));
  const [come, setCome] = useState(0);

  const handOver = useMutation({
    async mutationFn({ wanted, format, to }: HandOver): Promise<number> {
      setCome(0);
      // Fetched anew each time: what was bought a moment ago is to be among them.
      const ids =
        'search' in wanted ? await queries.fetchQuery({ ...procedures.proxies.ids.queryOptions(wanted), staleTime: 0 }) : wanted;
      const proxies: DeliveredProxy[] = [];
      for (let from = 0; from < ids.length; from += listLimits.credentials) {
        proxies.push(...(await fetchSome({ proxy_ids: ids.slice(from, from + listLimits.credentials) })));
        setCome(proxies.length);
      }
      const text = formats[format].write(proxies);
      if (to === 'file') saveFile({ name: fileName(format, new Date()), type: formats[format].type, text });
      // Pasted into a field of another program, the break behind the last line would be in the way.
      else if (!(await copyText(text.trimEnd()))) throw new ClipboardError();
      return proxies.length;
    },
  });
  return { ...handOver, come };
}

/** The browser keeps the clipboard to itself. */
export class ClipboardError extends Error {}
