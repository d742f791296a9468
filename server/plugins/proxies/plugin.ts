/** Proxies: suppliers, the site's own address pool, and delivered credentials. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { addressPool } from './adapters/address-pool.ts';
import { supplierPoint } from './port.ts';
import { proxiesRouter } from './router.ts';

export const proxies = definePlugin({
  id: 'proxies',
  needs: [],
  router: proxiesRouter,
  extensions: [extend(supplierPoint, addressPool)],
});
