/** What pages keep of the procedures' answers, alike on the server (for one request) and in the browser. */
import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';

/** @param caches where either side hears of what failed. */
export function makeQueryClient(caches: Pick<QueryClientConfig, 'queryCache' | 'mutationCache'>): QueryClient {
  // What the server has just put into the page is not asked for again at once.
  return new QueryClient({ ...caches, defaultOptions: { queries: { staleTime: 20_000, retry: 1 } } });
}
