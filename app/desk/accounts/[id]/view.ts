/** What the desk knows of an account. */
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/site.ts';

export type AccountView = inferRouterOutputs<AppRouter>['support']['accounts']['show'];
