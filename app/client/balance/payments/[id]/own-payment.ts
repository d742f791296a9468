/** A payment of whoever is signed in, for the pages below its address. */
import { TRPCError } from '@trpc/server';
import { notFound } from 'next/navigation';
import { procedureContext } from '#app/_procedures/context.ts';
import { createCaller } from '#server/site.ts';

type Payments = ReturnType<typeof createCaller>['payments'];

/** What `ask` is told, or the page that says that there is nothing under the address. */
export async function ofOwnPayment<T>(ask: (payments: Payments) => Promise<T>): Promise<T> {
  try {
    return await ask(createCaller(await procedureContext()).payments);
  } catch (error) {
    if (error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')) notFound();
    throw error;
  }
}
