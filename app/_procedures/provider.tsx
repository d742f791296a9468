'use client';
/** Procedures for Client Components: `useProcedures().resale.list.queryOptions(…)`. */
import { MutationCache, QueryCache, type QueryClient, QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { AppRouter } from '#server/site.ts';
import { procedureLimits } from './limits.ts';
import { PAGE_ACCOUNT_HEADER, PAGE_ACCOUNT_KEY, pageAccount } from './page-account.ts';
import { makeQueryClient } from './query-client.ts';

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

export { useTRPC as useProcedures };

/** What a procedure refused with, as far as the server said. */
export type ProcedureError = TRPCClientError<AppRouter>;

export function isProcedureError(error: unknown): error is ProcedureError {
  return error instanceof TRPCClientError;
}

/** The account that a page is of, and where to go once it is not any more; without that, the page is loaded anew. */
interface PageAccount {
  readonly id: number;
  readonly desk?: boolean;
  readonly leaveFor?: string;
}

/** A session that ended meanwhile: sign in again, and come back here. */
function leave(error: unknown, account: PageAccount | undefined): void {
  const code = isProcedureError(error) ? error.data?.code : undefined;
  const { pathname, search } = window.location;
  if (code === 'UNAUTHORIZED') window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  if (code === 'PRECONDITION_FAILED') leaveAccount(account);
}

/** A session that is of another account meanwhile, or looks at another: nothing on this page is its own. */
function leaveAccount(account: PageAccount | undefined): void {
  if (account?.leaveFor) window.location.assign(account.leaveFor);
  else window.location.reload();
}

/** Watches whose the pages are that come into a layout which stays: the layout, and what was kept, may be another account's. */
function SameAccount({ account }: { account: PageAccount }) {
  const { data: id } = useQuery<number | null>({
    queryKey: PAGE_ACCOUNT_KEY,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const another = id !== undefined && id !== account.id;
  useEffect(() => {
    if (another) leaveAccount(account);
  }, [another, account]);
  return null;
}

function browserQueryClient(account: PageAccount | undefined): QueryClient {
  const onError = (error: unknown) => leave(error, account);
  return makeQueryClient({ queryCache: new QueryCache({ onError }), mutationCache: new MutationCache({ onError }) });
}

/** @param account whose the page is, where it is anybody's: its calls are then made to that account or not at all. */
export function ProceduresProvider({ account, children }: { account?: PageAccount; children: ReactNode }) {
  const [queryClient] = useState(() => browserQueryClient(account));
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: '/api/trpc',
          maxItems: procedureLimits.callsPerBatch,
          headers: account ? { [PAGE_ACCOUNT_HEADER]: pageAccount(account.id, account.desk ?? false) } : {},
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {account && !account.desk && <SameAccount account={account} />}
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
