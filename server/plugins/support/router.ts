/** Procedures of the desk: `support.<page>.<procedure>`, a file for each page in router/. */
import { router } from '#server/kernel/trpc.ts';
import { accountsRouter } from './router/accounts.ts';
import { auditRouter } from './router/audit.ts';
import { overviewRouter } from './router/overview.ts';
import { pricesRouter } from './router/prices.ts';
import { settlementRouter } from './router/settlement.ts';
import { stockRouter } from './router/stock.ts';

export const supportRouter = router({
  accounts: accountsRouter,
  audit: auditRouter,
  overview: overviewRouter,
  settlement: settlementRouter,
  prices: pricesRouter,
  stock: stockRouter,
});
