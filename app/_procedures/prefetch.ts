/** Procedures for Server Components: what they ask for here comes with the page's first HTML. */
import { QueryCache } from '@tanstack/react-query';
import { TRPCError } from '@trpc/server';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { cache } from 'react';
import { appRouter } from '#server/site.ts';
import { procedureContext } from './context.ts';
import { PAGE_ACCOUNT_KEY } from './page-account.ts';
import { makeQueryClient } from './query-client.ts';

/**
 * The queries of one page: prefetch them on `queryClient`, then hand its state to the browser with HydrationBoundary. One that failed is
 * logged and left out; the browser asks for it again and says what is wrong.
 */
export const pageQueries = cache(async () => {
  const ctx = await procedureContext();
  const onError = (error: Error) => {
    if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') return;
    ctx.services.log.error({ err: error, requestId: ctx.requestId }, 'a page could not be filled');
  };
  const queryClient = makeQueryClient({ queryCache: new QueryCache({ onError }) });
  queryClient.setQueryData(PAGE_ACCOUNT_KEY, ctx.principal?.accountId ?? null);
  return { queryClient, procedures: createTRPCOptionsProxy({ ctx, router: appRouter, queryClient }) };
});
