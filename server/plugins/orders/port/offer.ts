/** What a buyer chooses by: stock, prices, the balance, and how much the cap admits. */
import type { OrderChannel } from '#prisma/generated/enums.ts';
import { limits } from '#server/kernel/limits.ts';
import { toEuros } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import * as billing from '../../billing/port.ts';
import * as pricing from '../../pricing/port.ts';
import * as proxies from '../../proxies/port.ts';
import { capacityReturns, headroomByHour, remainingToday } from '../rules.ts';
import * as store from '../store/orders.ts';

/** Stock and price of an order of `qty` proxies, for each country on sale (specification section 4, GET /stock). */
export async function stock(services: Services, principal: Principal, qty: number, channel: OrderChannel) {
  const { db, extensions } = services;
  const [available, quotes] = await Promise.all([
    proxies.stock(db, extensions),
    pricing.quotes(db, extensions, { accountId: principal.accountId, qty, channel }),
  ]);
  return quotes.map((quote) => ({
    country: quote.country,
    available: available(quote.country, quote.unitCents),
    qty,
    total: toEuros(quote.totalCents),
    unit_price: toEuros(quote.unitCents),
  }));
}

/**
 * All that a buyer on the site chooses by: stock and prices of each country, the balance, and what the cap admits. Prices count in the
 * vouchers that the account holds, but for the kinds that it keeps.
 */
export async function offer({ db, extensions }: Services, { accountId }: Principal, redeem: pricing.Redeeming) {
  const [available, steps, balanceCents, cap, counted] = await Promise.all([
    proxies.stock(db, extensions),
    pricing.priceSteps(db, extensions, { accountId, maxQty: limits.proxiesPerOrder, channel: 'site', redeem }),
    billing.balance(db, accountId),
    store.cap(db, accountId),
    store.countedOrders(db, accountId),
  ]);
  return {
    balanceCents,
    cap,
    remaining: remainingToday(cap, orderedIn(counted)),
    returns: capacityReturns(cap, counted),
    countries: [...new Set(steps.map((step) => step.country))].map((country) => ({
      country,
      available: available(country, null),
      steps: steps
        .filter((step) => step.country === country)
        .map((step) => ({ ...step, available: available(country, step.unitCents) })),
    })),
  };
}

/** Where the account stands with its 24-hour cap, and how capacity returns over the next day where it orders nothing more. */
export async function headroom({ db }: Services, { accountId }: Principal) {
  const [cap, counted] = await Promise.all([store.cap(db, accountId), store.countedOrders(db, accountId)]);
  const now = new Date();
  const leaving = counted.map((order) => order.createdAt.getTime() + limits.capWindowSeconds * 1_000);
  return {
    cap,
    remaining: remainingToday(cap, orderedIn(counted)),
    nextAt: leaving.length > 0 ? new Date(Math.min(...leaving)) : null,
    wholeAt: leaving.length > 0 ? new Date(Math.max(...leaving)) : null,
    hours: headroomByHour(cap, counted, now),
  };
}

/** Proxies of orders that count towards the cap. */
function orderedIn(counted: readonly { readonly qty: number }[]): number {
  return counted.reduce((sum, order) => sum + order.qty, 0);
}
