/** What the desk knows of an order. */
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/site.ts';

export type OrderView = inferRouterOutputs<AppRouter>['support']['settlement']['order'];
