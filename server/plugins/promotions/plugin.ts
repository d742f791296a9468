/** Promotions: promo codes and the daily wheel, discounts that a purchase on the site uses up. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { voucherPoint } from '../pricing/port.ts';
import { promotionErrors } from './errors.ts';
import { promoCodeVoucher, wheelVoucher } from './port.ts';
import { promotionsRouter } from './router.ts';

export const promotions = definePlugin({
  id: 'promotions',
  needs: ['pricing'],
  router: promotionsRouter,
  errors: promotionErrors,
  extensions: [extend(voucherPoint, promoCodeVoucher, wheelVoucher)],
});
