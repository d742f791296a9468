/** Promotions: promo codes and the daily wheel, discounts that a purchase on the site uses up. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { accountData } from '../accounts/port.ts';
import { voucherPoint } from '../pricing/port.ts';
import { promotionErrors } from './errors.ts';
import { promoCodeVoucher, wheelVoucher } from './port.ts';
import { promotionsRouter } from './router.ts';
import { promotionData } from './store/account-data.ts';

export const promotions = definePlugin({
  id: 'promotions',
  needs: ['accounts', 'pricing'],
  router: promotionsRouter,
  errors: promotionErrors,
  extensions: [extend(voucherPoint, promoCodeVoucher, wheelVoucher), extend(accountData, promotionData)],
});
