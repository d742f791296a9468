/** Support: the desk. Everything that is changed there is written down with its reason, as it was and as it is. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { settlementLogs } from '../orders/port.ts';
import { settlementAudit } from './port/settlement.ts';
import { supportRouter } from './router.ts';

export const support = definePlugin({
  id: 'support',
  needs: ['accounts', 'billing', 'orders', 'payments', 'pricing', 'promotions', 'proxies', 'reseller', 'suppliers'],
  router: supportRouter,
  navigation: [{ href: '/desk', name: 'desk', order: 50, only: 'support' }],
  extensions: [extend(settlementLogs, settlementAudit)],
});
