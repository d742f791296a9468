/** What the site asks of payments: to begin a top-up, to take a provider's message, and to settle what the provider says. */
import { randomUUID } from 'node:crypto';
import type { Database } from '#server/kernel/database.ts';
import type { Env } from '#server/kernel/env.ts';
import { publicError } from '#server/kernel/errors.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Language } from '#server/kernel/languages.ts';
import type { Cents } from '#server/kernel/money.ts';
import type { ExtensionPoint } from '#server/kernel/plugin.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import { type AccountData, exists } from '../accounts/port.ts';
import * as billing from '../billing/port.ts';
import { paymentErrors } from './errors.ts';
import {
  checkoutDescriptions,
  type ProviderFacts,
  secondsToNextLook,
  settlementOf,
  topUpBounds,
  topUpsPerHour,
} from './rules.ts';
import * as events from './store/events.ts';
import * as store from './store/payments.ts';

export { close as closeHeld, countOnHold as countHeldPayments, onHold as heldPayments } from './store/on-hold.ts';

/** A checkout to be opened. The same payment gets the same checkout, however often it is asked for. */
export interface CheckoutRequest {
  readonly paymentId: string;
  readonly amountCents: Cents;
  readonly email: string;
  readonly language: Language;
  /** What the payer reads that the money is for. */
  readonly description: string;
  /** Where the browser goes once it is paid, and where it goes when the payer leaves. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/** A provider's message that names one of its checkouts. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly reference: string;
}

/** A message as it came over HTTP: its bytes, and its headers by their name in lower case. */
export interface ProviderMessage {
  readonly body: Buffer;
  header(name: string): string | null;
}

/** Somebody who takes people's money for the site. */
export interface PaymentProvider {
  readonly name: string;
  isConfigured(env: Env): boolean;
  open(services: Services, request: CheckoutRequest): Promise<{ reference: string; url: string }>;
  /** What it knows of a checkout just now. */
  look(services: Services, checkout: { reference: string }): Promise<ProviderFacts>;
  /** Checks and reads a message; a provider that sends none has no such member. */
  readEvent?(services: Services, message: ProviderMessage): Promise<ProviderEvent | 'forged' | 'irrelevant'>;
}

/** Providers, the one to be used first. */
export const paymentProviders: ExtensionPoint<PaymentProvider> = { name: 'payments.providers' };

function configured({ env, extensions }: Services): PaymentProvider[] {
  return extensions.all(paymentProviders).filter((provider) => provider.isConfigured(env));
}

/** The provider that new top-ups go through; null where the site has none. */
export function currentProvider(services: Services): PaymentProvider | null {
  return configured(services)[0] ?? null;
}

function providerNamed(services: Services, name: string): PaymentProvider | null {
  return configured(services).find((provider) => provider.name === name) ?? null;
}

/** Seconds until the job looks after a payment whose checkout has not been opened. */
const FIRST_LOOK_SECONDS = 120;
/** A request to a provider takes less by far: whoever has no checkout after it will get none. */
const OPENING_SECONDS = 600;

/**
 * Begins a top-up and opens its checkout. A second call under the same key gives the same checkout.
 * @throws the codes of errors.ts.
 */
export async function beginTopUp(
  services: Services,
  principal: Principal,
  request: { key: string; amountCents: Cents; language: Language },
): Promise<{ paymentId: string; url: string }> {
  const { db, env, log } = services;
  const { accountId, email } = principal;
  const { key, amountCents, language } = request;
  const provider = currentProvider(services);
  if (!provider) throw publicError(paymentErrors, 'top_up_unavailable');
  if (amountCents < topUpBounds.min || amountCents > topUpBounds.max) throw publicError(paymentErrors, 'top_up_amount');
  const wanted = { id: randomUUID(), accountId, key, provider: provider.name, amountCents, lookAfterSeconds: FIRST_LOOK_SECONDS };
  const payment = await begin(db, wanted);
  if (payment.amount_cents !== amountCents) throw publicError(paymentErrors, 'top_up_key_reused');
  if (payment.state !== 'created' || payment.provider !== provider.name) throw publicError(paymentErrors, 'top_up_over');
  if (payment.checkout_url !== null) return { paymentId: payment.id, url: payment.checkout_url };

  const page = `${env.SITE_URL}/client/balance/payments/${payment.id}`;
  const urls = { returnUrl: page, cancelUrl: `${page}?left=1` };
  const checkout = await provider
    .open(services, { paymentId: payment.id, amountCents, email, language, description: checkoutDescriptions[language], ...urls })
    .catch((error: unknown) => {
      log.error({ err: error, paymentId: payment.id, provider: provider.name }, 'a checkout could not be opened');
      throw publicError(paymentErrors, 'provider_unreachable');
    });
  const url = await store.opened(db, payment.id, checkout.reference, checkout.url);
  if (url === null) throw publicError(paymentErrors, 'top_up_over');
  return { paymentId: payment.id, url };
}

/** Begins a payment under the account's lock: two at once are counted one after the other, and a deletion sees what is under way. */
function begin(db: Database, wanted: store.NewPayment): Promise<store.PaymentRow> {
  const { accountId, key } = wanted;
  return db.transaction(async (tx) => {
    await billing.openAccount(tx, accountId);
    await billing.lock(tx, accountId);
    if (!(await exists(tx, accountId))) throw publicError(paymentErrors, 'top_up_over');
    if ((await store.begunWithinTheHour(tx, accountId, key)) >= topUpsPerHour)
      throw publicError(paymentErrors, 'too_many_top_ups');
    return store.begin(tx, wanted);
  });
}

/** Looks at one payment before it gives up: each time, another look was applied in between. */
const MOST_LOOKS = 20;

/**
 * Asks the provider how a payment stands, and books the difference, in one transaction under the account's lock. It may be called any number of
 * times, at once and in any order: a look that was made before another was applied is thrown away and made again.
 */
export async function settle(services: Services, paymentId: string): Promise<void> {
  const { db, log } = services;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const before = await store.before(db, paymentId);
    // Whoever was quicker has taken our message in as well.
    if (!before || (looks > 0 && before.waiting.length === 0)) return;
    const provider = providerNamed(services, before.provider);
    if (!provider) return;
    if (before.reference === null) {
      const age = (Date.now() - before.created_at.getTime()) / 1_000;
      return age > OPENING_SECONDS ? store.abandon(db, paymentId) : undefined;
    }
    const facts = await provider.look(services, { reference: before.reference });
    const applied = await applyLook(services, before, facts);
    if (applied.stale) continue;
    const { heldBecause: because, orphaned } = applied;
    if (because !== null) log.error({ paymentId, because }, 'a payment came in that cannot be credited: support decides');
    if (orphaned) log.error({ paymentId }, 'money came back to an account that was deleted: support decides');
    return;
  }
  throw new Error('a payment changes faster than it can be settled');
}

/** `stale`: another look was applied meanwhile. `orphaned`: money of before came back to an account that was deleted since. */
type Applied =
  | { readonly stale: true }
  | { readonly stale: false; readonly heldBecause: string | null; readonly orphaned: boolean };

/** @returns what support has to know: `heldBecause` says why the payment was put on hold by this look. */
async function applyLook({ db }: Services, before: store.Before, facts: ProviderFacts): Promise<Applied> {
  return db.transaction(async (tx) => {
    await billing.openAccount(tx, before.account_id);
    const account = await billing.lock(tx, before.account_id);
    if (!account) throw new Error('the account just opened is not there');
    const { version, age_seconds } = await store.lock(tx, before.id);
    if (version !== before.version) return { stale: true };
    const accountDeleted = !(await exists(tx, before.account_id));
    const settlement = settlementOf(
      {
        id: before.id,
        amountCents: before.amount_cents,
        state: before.state,
        creditedCents: before.credited_cents,
        refundedCents: before.refunded_cents,
        chargedBackCents: before.charged_back_cents,
        dispute: before.dispute,
        closed: before.closed_at !== null,
        accountDeleted,
      },
      facts,
    );
    await store.settle(tx, before, {
      ...settlement,
      intent: facts.outcome === 'paid' ? facts.intent : null,
      nextLookSeconds: secondsToNextLook(settlement.state, age_seconds),
    });
    await billing.movePayment(tx, account, before.id, settlement.movements);
    return {
      stale: false,
      heldBecause: before.state === 'held' ? null : settlement.heldBecause,
      orphaned: accountDeleted && settlement.movements.some(({ amount }) => amount > 0),
    };
  });
}

/** Seconds within which a page's question is answered by the last look. */
const FRESH_SECONDS = 2;

/** The account's payment, once the provider was asked how it stands; null where the account has none under the id. */
export async function confirm(services: Services, accountId: AccountId, paymentId: string) {
  const payment = await store.one(services.db, accountId, paymentId);
  if (!payment) return null;
  const open = payment.state === 'created' || payment.state === 'processing';
  const fresh = payment.looked_at !== null && Date.now() - payment.looked_at.getTime() < FRESH_SECONDS * 1_000;
  if (!open || fresh) return payment;
  try {
    await settle(services, paymentId);
  } catch (error) {
    // The page says that it is still being confirmed; the job asks again.
    services.log.warn({ err: error, paymentId }, 'a payment could not be confirmed');
  }
  return store.one(services.db, accountId, paymentId);
}

export type Reception = 'unknown_provider' | 'forged' | 'irrelevant' | 'processed';

/**
 * Takes a provider's message. A forged one writes nothing. A genuine one is processed once, however often it is delivered.
 * @throws where it could not be processed: the provider then delivers it again.
 */
export async function receive(services: Services, providerName: string, message: ProviderMessage): Promise<Reception> {
  const provider = providerNamed(services, providerName);
  if (!provider?.readEvent) return 'unknown_provider';
  const event = await provider.readEvent(services, message);
  if (event === 'forged' || event === 'irrelevant') return event;
  const paymentId = await store.idByReference(services.db, provider.name, event.reference);
  if (paymentId === null) return 'irrelevant';
  const { done } = await events.note(services.db, { provider: provider.name, id: event.id, type: event.type, paymentId });
  if (!done) await settle(services, paymentId);
  return 'processed';
}

/** Payments that the job looks at in one run, and seconds in which no other process takes them. */
const LOOKS_A_RUN = 25;
const TAKEN_SECONDS = 300;

/** Looks at payments of which the provider may have told us in vain, so that no paid euro is lost. A site that stops begins no further look. */
export async function settleDue(services: Services, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return;
  const names = configured(services).map((provider) => provider.name);
  for (const id of await store.takeDue(services.db, names, LOOKS_A_RUN, TAKEN_SECONDS)) {
    if (stopping.aborted) return;
    await settle(services, id).catch((error: unknown) => {
      services.log.warn({ err: error, paymentId: id }, 'a payment could not be looked at');
    });
  }
}

/**
 * What payments keep of an account. They are part of the books, so nothing of it is erased. What can still be paid could not be
 * credited to an account that is gone; the lock on its money, which billing has taken by then, keeps it as it is seen.
 */
export const ownData: AccountData = {
  name: 'payments',
  export: ({ db }, accountId) => store.all(db, accountId),
  async holds(tx, accountId) {
    const amount = await store.underWay(tx, accountId);
    return amount > 0 ? { kind: 'payments', amount } : null;
  },
  erase: async () => {},
};
