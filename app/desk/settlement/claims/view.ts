/** What the desk knows of a claim. */
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/site.ts';

export type Claim = inferRouterOutputs<AppRouter>['support']['settlement']['claims']['claims'][number];
