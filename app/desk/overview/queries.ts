/** What the overview asks for: its page before it is sent, and the browser again while somebody looks at it. */
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '#server/site.ts';

/** The query of each of its figures. */
export function overviewQueries({ support: { overview } }: TRPCOptionsProxy<AppRouter>) {
  return [
    overview.sales.queryOptions(),
    overview.stock.queryOptions(),
    overview.failures.queryOptions(),
    overview.suppliers.queryOptions(),
    overview.claims.queryOptions(),
    overview.invariants.queryOptions(),
  ] as const;
}
