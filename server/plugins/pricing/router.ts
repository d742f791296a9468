/** Pricing procedures. */
import { publicProcedure, router } from '#server/kernel/trpc.ts';
import * as store from './store.ts';

export const pricingRouter = router({
  /** The public price list, before discounts: unit prices in cents by country and quantity. */
  list: publicProcedure.query(({ ctx }) => store.priceTiers(ctx.services.db)),
});
