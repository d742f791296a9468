/** Proxies have no procedures of their own yet: they are bought through orders and listed by resale. */
import { router } from '#server/kernel/trpc.ts';

export const proxiesRouter = router({});
