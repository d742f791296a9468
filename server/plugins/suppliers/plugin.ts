/** Suppliers: other sites with this very API, of which this one buys what it sells. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { router } from '#server/kernel/trpc.ts';
import { supplierPoint } from '../proxies/port.ts';
import { forgetOldCalls, watchSuppliers } from './port/watch.ts';
import { otherSites } from './port.ts';

export const suppliers = definePlugin({
  id: 'suppliers',
  needs: ['proxies'],
  router: router({}),
  jobs: [
    { name: 'look at suppliers', everySeconds: 5, run: watchSuppliers },
    { name: 'forget old calls of suppliers', everySeconds: 60 * 60, run: forgetOldCalls },
  ],
  extensions: [extend(supplierPoint, otherSites)],
});
