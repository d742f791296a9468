/** What other plugins and the site may ask of orders: the purchase. */
import type { Country, OrderChannel } from '#prisma/generated/enums.ts';
import { countryNames } from '#server/kernel/countries.ts';
import type { Transaction } from '#server/kernel/database.ts';
import { publicError } from '#server/kernel/errors.ts';
import { limits } from '#server/kernel/limits.ts';
import { type Cents, toEuros } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import type { AccountData } from '../accounts/port.ts';
import * as billing from '../billing/port.ts';
import * as pricing from '../pricing/port.ts';
import * as proxies from '../proxies/port.ts';
import * as resale from '../resale/port.ts';
import { orderErrors } from './errors.ts';
import { capacityReturns, headroomByHour, keyState, remainingToday, secondsUntilCapAdmits } from './rules.ts';
import * as store from './store.ts';

export { activity, cap, type FoundOrder, find, isClaimed, ownCap, ownerOfOrder, recent, setCap } from './store.ts';

/** A purchase as asked for. */
export interface PurchaseRequest {
  readonly channel: OrderChannel;
  readonly idempotencyKey: string;
  readonly country: Country;
  readonly qty: number;
  /** Sale price in cents for the resale page. */
  readonly salePriceCents: Cents;
  /** What the page showed. Without it, as over the API, the order takes the price of the moment and uses up no voucher. */
  readonly shown?: ShownPrice | null;
}

/** The total that a buyer saw, and the kinds of vouchers kept for another purchase. */
export interface ShownPrice extends pricing.Redeeming {
  readonly totalCents: Cents;
}

/** A purchase as made. */
export interface Purchase {
  readonly orderId: number;
  readonly country: Country;
  readonly qty: number;
  readonly totalCents: Cents;
  readonly balanceCents: Cents;
  readonly proxies: Awaited<ReturnType<typeof proxies.proxiesOfOrder>>;
}

export type PurchaseOutcome =
  | { readonly outcome: 'replayed'; readonly purchase: Purchase }
  | {
      readonly outcome: 'created';
      readonly purchase: Purchase;
      readonly discountCents: Cents;
      readonly listedInResale: boolean;
    };

/** The stock looked short while other buyers held some of it. */
const LOOK_AGAIN = Symbol('look again');

/**
 * Buys proxies against the balance, in one transaction (specification sections 3 and 4; decisions 20 to 27): it is completed,
 * with debit, invoice, proxies and resale entries, or nothing of it exists. Locks are taken in the order key, account, promo code, stock.
 * @throws the answers of the error table that a purchase can have.
 */
export async function buy(services: Services, principal: Principal, request: PurchaseRequest): Promise<PurchaseOutcome> {
  const attempt = (patient: boolean) => services.db.transaction((tx) => purchaseIn(tx, services, principal, request, patient));
  try {
    return await attempt(false);
  } catch (reason) {
    if (reason !== LOOK_AGAIN) throw reason;
    return attempt(true);
  }
}

async function purchaseIn(
  tx: Transaction,
  services: Services,
  principal: Principal,
  request: PurchaseRequest,
  patient: boolean,
): Promise<PurchaseOutcome> {
  const { accountId } = principal;
  const { channel, country, qty } = request;
  const shown = channel === 'site' ? (request.shown ?? null) : null;

  const claim = await store.claim(tx, accountId, request.idempotencyKey);
  if ('order' in claim) return replay(tx, services, principal, request, claim.order);
  if (!claim.claimed) throw publicError(orderErrors, 'request_in_progress');

  // Sent together, executed in this order: what is read, is read under the lock.
  const [account, standing, quotes] = await Promise.all([
    billing.lock(tx, accountId),
    store.standing(tx, accountId, request.idempotencyKey),
    pricing.quotes(tx, services.extensions, { accountId, qty, channel, redeem: shown }),
  ]);
  if (standing.found) return replay(tx, services, principal, request, standing.found);

  if (standing.ordered + qty > standing.cap) {
    const counted = await store.countedOrders(tx, accountId);
    const extra = { remaining_today: remainingToday(standing.cap, standing.ordered) };
    throw publicError(orderErrors, 'daily_limit', extra, secondsUntilCapAdmits(qty, standing.cap, counted, standing.now));
  }

  const quote = quotes.find((entry) => entry.country === country);
  if (!quote) throw new Error(`the price list has no price for ${qty} of ${country}`);
  if (shown && shown.totalCents !== quote.totalCents) {
    throw publicError(orderErrors, 'price_changed', { total: toEuros(quote.totalCents) });
  }
  if (!account || account.balanceCents < quote.totalCents) {
    throw billing.insufficientBalance(account?.balanceCents ?? (0 as Cents), quote.totalCents);
  }

  const at = standing.now;
  const until = new Date(at.getTime() + limits.proxyDays * 24 * 60 * 60 * 1_000);
  const [orderId, exits] = await Promise.all([
    store.insert(tx, {
      accountId,
      channel,
      idempotencyKey: request.idempotencyKey,
      country,
      qty,
      unitCents: quote.unitCents,
      totalCents: quote.totalCents,
      discountCents: quote.discountCents,
      discountKind: quote.discountKind,
      discountReference: quote.discountReference,
      salePriceCents: request.salePriceCents,
      createdAt: at,
    }),
    proxies.allocate(tx, services.extensions, { country, qty, at, until, patient }),
  ]);
  if (exits.length < qty) {
    if (!patient) throw LOOK_AGAIN;
    throw publicError(orderErrors, 'out_of_stock', { available: exits.length });
  }

  const minted = await proxies.mint(tx, services, exits);
  const proxyIds = minted.map((proxy) => proxy.id);
  // The attempt is sent last: where it fails, what is sent behind it fails as well until its savepoint is rolled back.
  const [balanceCents, delivered, , problem] = await Promise.all([
    billing.chargeOrder(tx, account, {
      orderId,
      totalCents: quote.totalCents,
      lines: [
        {
          description: lineText(country, quote),
          qty,
          unitCents: quote.unitCents,
          totalCents: quote.totalCents,
        },
      ],
      buyerEmail: principal.email,
      at,
    }),
    proxies.issue(tx, services, { orderId, accountId, country, at, until }, minted),
    pricing.redeemVoucher(tx, services.extensions, quote, { accountId, orderId, at }),
    tx.attempt(() => resale.list(tx, accountId, proxyIds, request.salePriceCents)),
  ]);
  if (problem) {
    // The purchase stands (specification section 2, listed_in_resale); the job of orders makes up for the entries.
    services.log.error({ err: problem, orderId }, 'resale entries could not be added');
    await store.setListed(tx, orderId, false);
  }
  await billing.warnIfLow(tx, account, balanceCents);

  return {
    outcome: 'created',
    purchase: {
      orderId,
      country,
      qty,
      totalCents: quote.totalCents,
      balanceCents,
      proxies: delivered,
    },
    discountCents: quote.discountCents,
    listedInResale: !problem,
  };
}

/** What the invoice says of the proxies, and of the discount that made them cheaper. */
function lineText(country: Country, { discountText }: pricing.Quote): string {
  const what = `ISP proxy, ${countryNames[country]}, ${limits.proxyDays} days`;
  return discountText === null ? what : `${what} (${discountText})`;
}

/** The answer under a key that has an order already: the order from its current state, or why not. */
async function replay(
  tx: Transaction,
  services: Services,
  { accountId }: Principal,
  request: PurchaseRequest,
  order: store.StoredOrder,
): Promise<PurchaseOutcome> {
  const state = keyState(order, request);
  if (state === 'order_failed') throw publicError(orderErrors, state, { order_id: order.id });
  if (state !== 'replay') throw publicError(orderErrors, state);
  return {
    outcome: 'replayed',
    purchase: {
      orderId: order.id,
      country: order.country,
      qty: order.qty,
      totalCents: order.total_cents,
      balanceCents: await billing.balance(tx, accountId),
      proxies: await proxies.proxiesOfOrder(tx, services, accountId, order.id),
    },
  };
}

/** Adds the resale entries that failed at the time of the purchase; the job behind `listed_in_resale: false`. */
export async function makeUpResale(services: Services): Promise<void> {
  await services.db.transaction(async (tx) => {
    for (const order of await store.lockUnlisted(tx, 100)) {
      const delivered = await proxies.proxiesOfOrder(tx, services, order.account_id, order.id);
      const ids = delivered.map((proxy) => proxy.proxy_id);
      const problem = await tx.attempt(async () => {
        await Promise.all([resale.list(tx, order.account_id, ids, order.sale_price_cents), store.setListed(tx, order.id, true)]);
      });
      if (problem) services.log.warn({ err: problem, orderId: order.id }, 'resale entries still cannot be added');
    }
  });
}

/** Stock and price of an order of `qty` proxies, for each country on sale (specification section 4, GET /stock). */
export async function stock(services: Services, principal: Principal, qty: number, channel: OrderChannel) {
  const { db, extensions } = services;
  const [available, quotes] = await Promise.all([
    proxies.availableByCountry(db, extensions),
    pricing.quotes(db, extensions, { accountId: principal.accountId, qty, channel }),
  ]);
  return quotes.map((quote) => ({
    country: quote.country,
    available: available.get(quote.country) ?? 0,
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
    proxies.availableByCountry(db, extensions),
    pricing.priceSteps(db, extensions, { accountId, maxQty: limits.proxiesPerOrder, channel: 'site', redeem }),
    billing.balance(db, accountId),
    store.cap(db, accountId),
    store.countedOrders(db, accountId),
  ]);
  const ordered = counted.reduce((sum, order) => sum + order.qty, 0);
  return {
    balanceCents,
    cap,
    remaining: remainingToday(cap, ordered),
    returns: capacityReturns(cap, counted),
    countries: [...new Set(steps.map((step) => step.country))].map((country) => ({
      country,
      available: available.get(country) ?? 0,
      steps: steps.filter((step) => step.country === country),
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
    remaining: remainingToday(
      cap,
      counted.reduce((sum, order) => sum + order.qty, 0),
    ),
    nextAt: leaving.length > 0 ? new Date(Math.min(...leaving)) : null,
    wholeAt: leaving.length > 0 ? new Date(Math.max(...leaving)) : null,
    hours: headroomByHour(cap, counted, now),
  };
}

/** The account's orders, which the books refer to: they stay when it goes. */
export const orderData: AccountData = {
  name: 'orders',
  async export({ db }, accountId) {
    return (await store.recent(db, accountId, EVERYTHING)).map(({ id, createdAt, totalCents, ...order }) => ({
      order_id: id,
      ...order,
      total: toEuros(totalCents),
      created_at: createdAt,
    }));
  },
  erase: async () => {},
};

/** More orders than any account has. */
const EVERYTHING = 10_000_000;
