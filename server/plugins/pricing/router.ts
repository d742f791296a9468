/** Pricing procedures. */
import { publicProcedure, router } from '#server/kernel/trpc.ts';
import { priceTiers } from './store/lists.ts';

export const pricingRouter = router({
  /** The public price list, before discounts: unit prices in cents by country and quantity. */
  list: publicProcedure.query(({ ctx }) => priceTiers(ctx.services.db)),
});
