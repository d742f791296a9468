'use client';
/** Procedures for Client Components: `useProcedures().resale.list.queryOptions(…)`. */
import { MutationCache, QueryCache, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { type ReactNode, useState } from 'react';
import type { AppRouter } from '#server/site.ts';
import { procedureLimits } from './limits.ts';
import { makeQueryClient } from './query-client.ts';

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

export { useTRPC as useProcedures };

/** What a procedure refused with, as far as the server said. */
export type ProcedureError = TRPCClientError<AppRouter>;

export function isProcedureError(error: unknown): error is ProcedureError {
  return error instanceof TRPCClientError;
}

/** A session that ended meanwhile: sign in again, and come back here. */
function signInAgain(error: unknown): void {
  if (!isProcedureError(error) || error.data?.code !== 'UNAUTHORIZED') return;
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

function browserQueryClient(): QueryClient {
  return makeQueryClient({
    queryCache: new QueryCache({ onError: signInAgain }),
    mutationCache: new MutationCache({ onError: signInAgain }),
  });
}

export function ProceduresProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(browserQueryClient);
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/api/trpc', maxItems: procedureLimits.callsPerBatch })] }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
