/** Renewals: proxies are paid for another 30 days from their present end, in one transaction with debit, invoice and address. */
import type { Country } from '#prisma/generated/enums.ts';
import { countryNames } from '#server/kernel/countries.ts';
import type { Queryable, Transaction } from '#server/kernel/database.ts';
import { publicError } from '#server/kernel/errors.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { limits } from '#server/kernel/limits.ts';
import { type Cents, cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import * as billing from '../billing/port.ts';
import * as pricing from '../pricing/port.ts';
import * as proxies from '../proxies/port.ts';
import { renewalErrors } from './errors.ts';
import { countByCountry, type Term, termsOf, totalOf } from './rules.ts';
import * as store from './store/renewals.ts';

const SECONDS = limits.proxyDays * 24 * 60 * 60;

/** A proxy as it was seen when its renewal was decided: the end that the renewal begins from. */
export interface Seen {
  readonly id: string;
  readonly country: Country;
  readonly expires_at: Date;
}

/** What a renewal of some proxies would be now. */
export interface Plan {
  /** Those that can be renewed, the first to expire first. */
  readonly proxies: readonly Seen[];
  readonly terms: readonly Term[];
  /** What they cost without a discount. */
  readonly listCents: Cents;
  readonly totalCents: Cents;
}

/** Plans the renewal of those of the proxies that are the account's own, have not expired, and leave from an address that is still sold. */
export async function plan(services: Services, accountId: AccountId, ids: readonly string[]): Promise<Plan> {
  const [found, prices] = await Promise.all([
    proxies.renewable(services.db, accountId, ids),
    pricesOf(services.db, services, accountId),
  ]);
  const terms = termsOf(found, prices.unit);
  const list = terms.map((term) => ({ ...term, unitCents: prices.listUnit(term.country, term.qty) }));
  return { proxies: found, terms, listCents: totalOf(list), totalCents: totalOf(terms) };
}

/** What one proxy costs the account by country and quantity, by the function that prices its purchases on the site. */
export async function pricesOf(db: Queryable, { extensions }: Services, accountId: AccountId) {
  const steps = await pricing.priceSteps(db, extensions, { accountId, maxQty: limits.proxiesPerOrder, channel: 'site' });
  const stepFor = (country: Country, qty: number) => {
    const step = steps.findLast((one) => one.country === country && one.minQty <= qty);
    if (!step) throw new Error(`the price list has no price for ${qty} of ${country}`);
    return step;
  };
  return {
    unit: (country: Country, qty: number) => stepFor(country, qty).unitCents,
    listUnit: (country: Country, qty: number) => stepFor(country, qty).listUnitCents,
  };
}

/** Who pays, and whom the invoice names. */
export interface Payer {
  readonly accountId: AccountId;
  readonly email: string;
}

/** What is to be renewed in one transaction, at prices that were agreed on. */
export interface Batch {
  readonly key: string;
  /** Of a renewal in several; 0 where it is the only one. */
  readonly part: number;
  readonly proxies: readonly Seen[];
  /** By the quantity of the whole renewal, of which this may be a part. */
  readonly terms: readonly Term[];
  /** Refuses where one of the proxies is not as it was seen; else the others are renewed without it. */
  readonly all: boolean;
  readonly automatic: boolean;
}

/** What a batch came to; `invoiceNumber` is null where it had been renewed before, or nothing was left to renew. */
export interface Renewed {
  readonly qty: number;
  readonly totalCents: Cents;
  readonly invoiceNumber: string | null;
}

/**
 * Renews a batch, in one transaction: everything of it or nothing. The lock on the account's money keeps its renewals apart, so that a
 * key is used once; addresses come after it, as with a purchase. A batch whose key was used is answered with what was done then.
 * @throws renewal_changed where the price, or (with `all`) a proxy, is not what was agreed on; insufficient_balance.
 */
export function renew(services: Services, payer: Payer, batch: Batch): Promise<Renewed> {
  return services.db.transaction((tx) => renewIn(tx, services, payer, batch));
}

async function renewIn(tx: Transaction, services: Services, payer: Payer, batch: Batch): Promise<Renewed> {
  const { accountId } = payer;
  // Sent together, executed in this order: what is read, is read under the lock.
  const [account, before, prices] = await Promise.all([
    billing.lock(tx, accountId),
    store.byKey(tx, accountId, batch.key, batch.part),
    pricesOf(tx, services, accountId),
  ]);
  if (before) return { qty: before.qty, totalCents: before.total_cents, invoiceNumber: null };
  if (!account) throw billing.insufficientBalance(cents(0), totalOf(batch.terms));

  const renewed = await proxies.prolong(tx, accountId, batch.proxies, SECONDS);
  const agreed = new Map(batch.terms.map((term) => [term.country, term]));
  const moved = batch.terms.some(({ country, qty, unitCents }) => prices.unit(country, qty) !== unitCents);
  if (moved || (batch.all && renewed.length < batch.proxies.length)) throw publicError(renewalErrors, 'renewal_changed');
  if (renewed.length === 0) return { qty: 0, totalCents: cents(0), invoiceNumber: null };

  const priced = [...countByCountry(renewed)].map(([country, qty]) => {
    const term = agreed.get(country);
    if (!term) throw new Error(`a renewal of ${country} has no agreed price`);
    return { country, qty, unitCents: term.unitCents, listUnitCents: prices.listUnit(country, term.qty) };
  });
  const totalCents = totalOf(priced);
  if (account.balanceCents < totalCents) throw billing.insufficientBalance(account.balanceCents, totalCents);

  const unitOf = new Map(priced.map(({ country, unitCents }) => [country, unitCents]));
  const { id, created_at: at } = await store.insert(tx, {
    accountId,
    key: batch.key,
    part: batch.part,
    totalCents,
    discountCents: cents(priced.reduce((sum, { qty, unitCents, listUnitCents }) => sum + qty * (listUnitCents - unitCents), 0)),
    automatic: batch.automatic,
    proxies: renewed.map((proxy) => ({ ...proxy, unitCents: unitOf.get(proxy.country) ?? cents(0) })),
  });
  const { invoiceNumber } = await billing.chargeRenewal(tx, account, {
    renewalId: id,
    totalCents,
    lines: priced.map(({ country, qty, unitCents }) => ({
      description: `Renewal of ISP proxy, ${countryNames[country]}, ${limits.proxyDays} days`,
      qty,
      unitCents,
      totalCents: cents(qty * unitCents),
    })),
    buyerEmail: payer.email,
    at,
  });
  return { qty: renewed.length, totalCents, invoiceNumber };
}
