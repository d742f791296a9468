/** The invoice that an address names, where it is the reader's own. */
import { TRPCError } from '@trpc/server';
import { cache } from 'react';
import { procedureContext } from '#app/_procedures/context.ts';
import type { Invoice } from '#server/plugins/billing/schema.ts';
import { createCaller } from '#server/site.ts';

/** The invoice or credit note, or null where the account has none under the number. */
export const ownInvoice = cache(async (number: string): Promise<Invoice | null> => {
  try {
    return await createCaller(await procedureContext()).billing.invoice({ number });
  } catch (error) {
    if (error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')) return null;
    throw error;
  }
});
