/** The purchase (specification sections 3 and 4): within one transaction, or begun in one where a remote supplier delivers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Country, OrderChannel } from '#prisma/generated/enums.ts';
import { countryNames } from '#server/kernel/countries.ts';
import type { Transaction } from '#server/kernel/database.ts';
import { firstPublicError, publicError } from '#server/kernel/errors.ts';
import type { OrderId } from '#server/kernel/ids.ts';
import { limits } from '#server/kernel/limits.ts';
import { type Cents, toEuros } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import * as billing from '../../billing/port.ts';
import * as pricing from '../../pricing/port.ts';
import * as proxies from '../../proxies/port.ts';
import * as resale from '../../resale/port.ts';
import { orderErrors } from '../errors.ts';
import { keyState, partsOf, remainingToday, secondsUntilCapAdmits, validity } from '../rules.ts';
import * as fulfilments from '../store/fulfilments.ts';
import * as store from '../store/orders.ts';
import { fulfil, leaseSeconds, reserveParts } from './fulfilment.ts';
import { noteUnlisted } from './unlisted.ts';

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

/** An order that was debited and waits for a remote supplier. */
interface Begun {
  readonly outcome: 'begun';
  readonly orderId: OrderId;
  readonly totalCents: Cents;
}

/** The stock looked short while other buyers held some of it. */
const LOOK_AGAIN = Symbol('look again');

/** A program that waits longer for an answer is rare; the order goes on without it. */
const ANSWER_SECONDS = 50;

/**
 * Buys proxies against the balance (specification sections 3 and 4; decisions 20 to 27). Of the site's own stock it is one transaction: completed,
 * with debit, invoice, proxies and resale entries, or nothing of it exists. What a remote supplier delivers is debited in one, and delivered or
 * failed behind it. Locks are taken in the order key, account, promo code, stock.
 * @throws the answers of the error table that a purchase can have.
 */
export async function buy(services: Services, principal: Principal, request: PurchaseRequest): Promise<PurchaseOutcome> {
  const made = await debit(services, principal, request);
  if (made.outcome !== 'begun') return made;

  const { orderId, totalCents } = made;
  const work = fulfil(services, orderId, FIRST_RUN);
  // Nobody may be listening any more when it ends.
  work.catch((error) => services.log.error({ err: error, orderId }, 'an order could not be gone on with'));
  const ending = await Promise.race([work, sleep(ANSWER_SECONDS * 1_000, { outcome: 'lost' as const }, { ref: false })]);
  if (ending.outcome === 'lost') throw publicError(orderErrors, 'request_in_progress');
  if (ending.outcome === 'failed') throw firstPublicError(orderErrors, 'order_failed', { order_id: orderId });
  const { country, qty } = request;
  return {
    outcome: 'created',
    purchase: { orderId, country, qty, totalCents, balanceCents: ending.balanceCents, proxies: ending.proxies },
    discountCents: ending.discountCents,
    listedInResale: ending.listedInResale,
  };
}

/** The run that a purchase begins with. */
const FIRST_RUN = 1;

/** The transaction of a purchase; patient with other buyers where stock is short. */
async function debit(services: Services, principal: Principal, request: PurchaseRequest): Promise<PurchaseOutcome | Begun> {
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
): Promise<PurchaseOutcome | Begun> {
  const { accountId } = principal;
  const { channel, country, qty } = request;
  const shown = channel === 'site' ? (request.shown ?? null) : null;

  const claim = await store.claim(tx, accountId, request.idempotencyKey);
  if ('order' in claim) return replay(tx, services, principal, request, claim.order);
  if (!claim.claimed) throw publicError(orderErrors, 'request_in_progress');

  // Sent together, executed in this order: what is read, is read under the lock.
  const [account, standing, quotes, remote] = await Promise.all([
    billing.lock(tx, accountId),
    store.standing(tx, accountId, request.idempotencyKey),
    pricing.quotes(tx, services.extensions, { accountId, qty, channel, redeem: shown }),
    proxies.offers(tx, services.extensions),
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

  const { at, until } = validity(standing.now, standing.now);
  const offered = proxies.sellableAt(remote, country, quote.unitCents);
  const preferred = partsOf(
    offered.filter(({ preference }) => preference < 0),
    qty,
  );
  const wanted = qty - countOf(preferred);
  const [orderId, addressIds] = await Promise.all([
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
    wanted > 0 ? proxies.allocate(tx, services.extensions, { country, qty: wanted, at, until, patient }) : [],
  ]);
  const parts = [
    ...preferred,
    ...partsOf(
      offered.filter(({ preference }) => preference > 0),
      wanted - addressIds.length,
    ),
  ];
  const available = addressIds.length + countOf(parts);
  if (available < qty || !(await reserveParts(tx, { orderId, country }, parts))) {
    if (!patient) throw LOOK_AGAIN;
    throw publicError(orderErrors, 'out_of_stock', { available: available < qty ? available : addressIds.length });
  }

  const placed = { ...request, orderId, quote, account };
  return parts.length > 0
    ? beginRemote(tx, services, principal, placed, { addressIds, bought: countOf(parts), at })
    : completeOwn(tx, services, principal, placed, { addressIds, at, until });
}

/** An order that is written and has its stock, under the lock on the account that pays for it. */
interface Placed extends PurchaseRequest {
  readonly orderId: OrderId;
  readonly quote: pricing.Quote;
  readonly account: billing.LockedAccount;
}

/** Debits an order of which suppliers have parts, and keeps its own addresses: what is left is done behind the transaction. */
async function beginRemote(
  tx: Transaction,
  services: Services,
  { accountId, email: buyerEmail }: Principal,
  { orderId, country, quote, account }: Placed,
  { addressIds, bought, at }: { addressIds: readonly number[]; bought: number; at: Date },
): Promise<Begun> {
  const { totalCents } = quote;
  const debited = await billing.debitOrder(tx, account, { orderId, totalCents });
  await Promise.all([
    fulfilments.begin(tx, {
      orderId,
      lineText: lineText(country, quote),
      buyerEmail,
      leaseSeconds: leaseSeconds(services),
      giveUpSeconds: services.env.SUPPLIER_GIVE_UP_SECONDS,
    }),
    proxies.reserve(tx, orderId, addressIds),
    fulfilments.note(tx, orderId, 'debited', { total_cents: totalCents, own: addressIds.length, bought }),
    pricing.redeemVoucher(tx, services.extensions, quote, { accountId, orderId, at }),
  ]);
  await billing.warnIfLow(tx, account, debited.balanceCents);
  return { outcome: 'begun', orderId, totalCents };
}

/** Debits and delivers an order of own addresses: proxies, invoice and resale entries. */
async function completeOwn(
  tx: Transaction,
  services: Services,
  { accountId, email: buyerEmail }: Principal,
  { orderId, country, qty, salePriceCents, quote, account }: Placed,
  { addressIds, at, until }: { addressIds: readonly number[]; at: Date; until: Date },
): Promise<PurchaseOutcome> {
  const { totalCents } = quote;
  const line = { description: lineText(country, quote), qty, unitCents: quote.unitCents, totalCents };
  const minted = proxies.mint(addressIds.map((addressId) => ({ addressId })));
  const proxyIds = minted.map((proxy) => proxy.id);
  // The attempt is sent last: where it fails, what is sent behind it fails as well until its savepoint is rolled back.
  const [balanceCents, delivered, , problem] = await Promise.all([
    billing.chargeOrder(tx, account, { orderId, totalCents, lines: [line], buyerEmail, at }),
    proxies.issue(tx, services, { orderId, accountId, country, at, until }, minted),
    pricing.redeemVoucher(tx, services.extensions, quote, { accountId, orderId, at }),
    tx.attempt(() => resale.list(tx, accountId, proxyIds, salePriceCents)),
  ]);
  await noteUnlisted(tx, services, orderId, problem);
  await billing.warnIfLow(tx, account, balanceCents);
  return {
    outcome: 'created',
    purchase: { orderId, country, qty, totalCents, balanceCents, proxies: delivered },
    discountCents: quote.discountCents,
    listedInResale: !problem,
  };
}

const countOf = (parts: readonly { qty: number }[]): number => parts.reduce((sum, { qty }) => sum + qty, 0);

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
