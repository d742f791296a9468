/** What other plugins may ask of pricing. */
import type { OrderChannel } from '#prisma/generated/enums.ts';
import type { Queryable, Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { ExtensionPoint, Extensions } from '#server/kernel/plugin.ts';
import { type Candidate, candidatesOf, type Discount, type Grant, type Quote, quoteOf } from './rules.ts';
import * as store from './store/facts.ts';

export {
  cancelPriceList,
  type PriceList,
  priceLists,
  removePriceTier,
  setPriceTier,
  writePriceList,
} from './port/lists.ts';
export { type Discount, discountOutcomes, type Grant, type Quote } from './rules.ts';
export {
  accountDiscount,
  entitlement,
  resellerTiers,
  setAccountDiscount,
  setResellerTier,
} from './store/discounts.ts';
export { priceTiers } from './store/lists.ts';

/** Kinds of discount; of equally good ones the first applies. */
export const discountPoint: ExtensionPoint<Discount> = { name: 'pricing.discounts' };

/** A kind of discount for one purchase only: an account holds it until an order to which it applied uses it up. */
export interface Voucher extends Omit<Discount, 'grant'> {
  /** What the account holds, the best of several; null where nothing. `lock` keeps others from using it up before the transaction ends. */
  held(db: Queryable, accountId: AccountId, lock: boolean): Promise<Grant | null>;
  /** Uses it up, in the transaction in which it was locked. @throws Error where it is gone, which the lock makes impossible. */
  redeem(tx: Transaction, use: VoucherUse): Promise<void>;
}

/** The order that uses a voucher up. */
export interface VoucherUse {
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  readonly reference: string;
  readonly at: Date;
}

/** Kinds of vouchers; they come after the discounts where the order settles a tie. */
export const voucherPoint: ExtensionPoint<Voucher> = { name: 'pricing.vouchers' };

/** Kinds of vouchers that a buyer keeps for another purchase. Without this, a quote knows of no vouchers at all. */
export interface Redeeming {
  readonly keep: readonly string[];
}

/**
 * What `qty` proxies cost this account in each country on sale, just now (specification section 1, decisions 18 and 19). The same function
 * stands behind stock, the API's purchase and the site's. With `redeem`, within a transaction, it counts in what the account may use up, and
 * keeps that from others; then `redeemVoucher` has to follow in the same transaction.
 */
export async function quotes(
  db: Queryable,
  extensions: Extensions,
  order: { accountId: AccountId; qty: number; channel: OrderChannel; redeem?: Redeeming | null },
): Promise<Quote[]> {
  const [facts, discounts] = await Promise.all([
    store.facts(db, order.accountId, order.qty),
    discountsOf(db, extensions, order, true),
  ]);
  return facts.map((one) => quoteOf(one, order, discounts));
}

/** Uses up the voucher that a quote counted in; nothing where none applied. */
export async function redeemVoucher(
  tx: Transaction,
  extensions: Extensions,
  quote: Quote,
  use: Omit<VoucherUse, 'reference'>,
): Promise<void> {
  const { discountKind, discountReference: reference } = quote;
  if (reference === null) return;
  const voucher = extensions.all(voucherPoint).find(({ kind }) => kind === discountKind);
  if (!voucher) throw new Error(`nobody redeems ${discountKind}`);
  await voucher.redeem(tx, { ...use, reference });
}

/** All kinds of discounts, with the vouchers that the account holds among them where it redeems any. */
async function discountsOf(
  db: Queryable,
  extensions: Extensions,
  { accountId, channel, redeem }: { accountId: AccountId; channel: OrderChannel; redeem?: Redeeming | null },
  lock: boolean,
): Promise<Discount[]> {
  const vouchers = redeem ? extensions.all(voucherPoint).filter(({ channels }) => channels.includes(channel)) : [];
  const held = vouchers.map(async (voucher): Promise<Discount> => {
    const grant = await voucher.held(db, accountId, lock);
    const kept = grant && redeem?.keep.includes(voucher.kind) ? { ...grant, barred: 'kept' as const } : grant;
    return { ...voucher, grant: () => kept };
  });
  return [...extensions.all(discountPoint), ...(await Promise.all(held))];
}

/** From `minQty` proxies on, what one costs the account, and which discounts were considered for it. */
export interface PriceStep {
  readonly country: Quote['country'];
  readonly minQty: number;
  readonly listUnitCents: Cents;
  readonly unitCents: Cents;
  readonly candidates: readonly Candidate[];
}

/**
 * Every step of the price list up to `maxQty` proxies, priced for this account by the function that prices its orders; with `redeem`, with
 * the vouchers that it holds.
 */
export async function priceSteps(
  db: Queryable,
  extensions: Extensions,
  buyer: { accountId: AccountId; maxQty: number; channel: OrderChannel; redeem?: Redeeming | null },
): Promise<PriceStep[]> {
  const [steps, discounts] = await Promise.all([
    store.stepFacts(db, buyer.accountId, buyer.maxQty),
    discountsOf(db, extensions, buyer, false),
  ]);
  return steps.map(({ minQty, facts }) => {
    const order = { qty: minQty, channel: buyer.channel };
    return {
      country: facts.country,
      minQty,
      listUnitCents: facts.listUnitCents,
      unitCents: quoteOf(facts, order, discounts).unitCents,
      candidates: candidatesOf(facts, order, discounts),
    };
  });
}
