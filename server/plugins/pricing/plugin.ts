/** Pricing: the price list, and what an account's order costs. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { discountPoint } from './port.ts';
import { pricingRouter } from './router.ts';
import { resellerTierDiscount, reviewDiscount } from './rules.ts';

export const pricing = definePlugin({
  id: 'pricing',
  needs: [],
  router: pricingRouter,
  extensions: [extend(discountPoint, resellerTierDiscount, reviewDiscount)],
});
