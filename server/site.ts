/** The one list of plugins. What it does not name does not exist. */
import { kernelErrors } from './kernel/errors.ts';
import { checkNeeds, collectExtensions, mergeErrors, type NavigationEntry, type Plugin } from './kernel/plugin.ts';
import { createCallerFactory, router } from './kernel/trpc.ts';
import { accounts } from './plugins/accounts/plugin.ts';
import { billing } from './plugins/billing/plugin.ts';
import { mail } from './plugins/mail/plugin.ts';
import { orders } from './plugins/orders/plugin.ts';
import { payments } from './plugins/payments/plugin.ts';
import { pricing } from './plugins/pricing/plugin.ts';
import { promotions } from './plugins/promotions/plugin.ts';
import { proxies } from './plugins/proxies/plugin.ts';
import { records } from './plugins/records/plugin.ts';
import { renewals } from './plugins/renewals/plugin.ts';
import { resale } from './plugins/resale/plugin.ts';
import { reseller } from './plugins/reseller/plugin.ts';
import { suppliers } from './plugins/suppliers/plugin.ts';
import { support } from './plugins/support/plugin.ts';
import { tasks } from './plugins/tasks/plugin.ts';

/** A plugin under another key than its id does not compile. */
function definePlugins<P extends { [Id in keyof P]: Plugin<Id & string> }>(named: P): P {
  return named;
}

export const plugins = definePlugins({
  accounts,
  billing,
  mail,
  orders,
  payments,
  pricing,
  promotions,
  proxies,
  records,
  renewals,
  resale,
  reseller,
  suppliers,
  support,
  tasks,
});
const all: readonly Plugin[] = Object.values(plugins);
checkNeeds(all);

export const appRouter = router({
  accounts: plugins.accounts.router,
  billing: plugins.billing.router,
  mail: plugins.mail.router,
  orders: plugins.orders.router,
  payments: plugins.payments.router,
  pricing: plugins.pricing.router,
  promotions: plugins.promotions.router,
  proxies: plugins.proxies.router,
  records: plugins.records.router,
  renewals: plugins.renewals.router,
  resale: plugins.resale.router,
  reseller: plugins.reseller.router,
  suppliers: plugins.suppliers.router,
  support: plugins.support.router,
  tasks: plugins.tasks.router,
});
export type AppRouter = typeof appRouter;

/** Calls procedures from within the server: `createCaller(context).orders.buy(input)`. */
export const createCaller = createCallerFactory(appRouter);

/** Every code that the site answers with. */
export const errorTable = mergeErrors([kernelErrors, ...all.map((plugin) => plugin.errors ?? {})]);

export const extensions = collectExtensions(all);
export const jobs = all.flatMap((plugin) => plugin.jobs ?? []);

/** The tabs of the client area, in their order. */
export const navigation: readonly NavigationEntry[] = all
  .flatMap((plugin) => plugin.navigation ?? [])
  .toSorted((a, b) => a.order - b.order);
