/** Pure rules of payments: what a look at the provider means for the balance, and when to look again. */
import type { DisputeState, PaymentState } from '#prisma/generated/enums.ts';
import type { Language } from '#server/kernel/languages.ts';
import { type Cents, cents, formatEuros } from '#server/kernel/money.ts';
import type { PaymentMovement } from '../billing/port.ts';

/** What one top-up may be, in cents. */
export const topUpBounds = { min: cents(5_00), max: cents(5_000_00) } as const;

/** Top-ups that an account may begin within an hour. */
export const topUpsPerHour = 30;

/** What the payer reads on the provider's page. */
export const checkoutDescriptions: Readonly<Record<Language, string>> = {
  en: 'Prepaid balance for ISP proxies',
  fr: 'Solde prépayé pour des proxys ISP',
  es: 'Saldo prepago para proxies ISP',
};

/** What somebody can do on the page of the sandbox. */
export const sandboxOutcomes = ['paid', 'declined'] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];

/** A payment as the site has it; amounts in cents. */
export interface KnownPayment {
  readonly id: string;
  readonly amountCents: Cents;
  readonly state: PaymentState;
  readonly creditedCents: Cents;
  readonly refundedCents: Cents;
  readonly chargedBackCents: Cents;
  readonly dispute: DisputeState | null;
  /** Support has closed it while it was on hold: whatever the provider says moves nothing by itself any more. */
  readonly closed: boolean;
  /** Then nobody could spend what is credited. */
  readonly accountDeleted: boolean;
}

/** A dispute as the provider has it. An `inquiry` has taken no money. */
export interface ProviderDispute {
  readonly status: DisputeState | 'inquiry';
  readonly amountCents: number;
}

/** What the provider says of a payment, just now. Amounts are in the smallest unit of `currency`. */
export type ProviderFacts =
  | { readonly outcome: 'open' | 'processing' | 'failed' | 'expired' }
  | {
      readonly outcome: 'paid';
      /** Our id, as the provider was given it. */
      readonly paymentId: string | null;
      /** ISO 4217, in lower case. */
      readonly currency: string | null;
      /** What was asked for, and what came in. */
      readonly totalCents: number | null;
      readonly receivedCents: number;
      /** What the provider calls the payment itself. */
      readonly intent: string | null;
      readonly refundedCents: number;
      readonly disputes: readonly ProviderDispute[];
    };

/** What a look leads to: how the payment stands after it, and what it does to the balance, in this order. */
export interface Settlement {
  readonly state: PaymentState;
  readonly heldBecause: string | null;
  readonly creditedCents: Cents;
  readonly refundedCents: Cents;
  readonly chargedBackCents: Cents;
  readonly dispute: DisputeState | null;
  readonly movements: readonly PaymentMovement[];
}

/** Why a payment that came in cannot be credited; null where it can. */
function obstacle(payment: KnownPayment, facts: Extract<ProviderFacts, { outcome: 'paid' }>): string | null {
  if (payment.closed) return 'support has closed it';
  if (payment.accountDeleted) return 'its account was deleted';
  if (facts.paymentId !== payment.id) return 'it names another payment';
  if (facts.currency !== 'eur') return `its currency is ${facts.currency ?? 'unknown'}`;
  if (facts.totalCents === null) return 'its total is unknown';
  if (facts.totalCents !== payment.amountCents) return `its total is €${formatEuros(cents(facts.totalCents))}`;
  if (facts.receivedCents !== payment.amountCents) return `€${formatEuros(cents(facts.receivedCents))} came in`;
  return null;
}

/**
 * Compares what the provider says with what is in the books. It depends on neither the order nor the number of the provider's messages: the
 * difference is what is left to do. What was credited stays credited until the provider says that it was given back.
 */
export function settlementOf(payment: KnownPayment, facts: ProviderFacts): Settlement {
  const { creditedCents, refundedCents, chargedBackCents, dispute } = payment;
  const same = { creditedCents, refundedCents, chargedBackCents, dispute, movements: [] };
  if (facts.outcome !== 'paid') {
    const settled = payment.state === 'paid' || payment.state === 'held';
    if (settled) throw new Error(`the provider calls a payment ${facts.outcome} that it called paid`);
    return { ...same, state: facts.outcome === 'open' ? 'created' : facts.outcome, heldBecause: null };
  }
  const wrong = payment.state === 'paid' ? null : obstacle(payment, facts);
  if (wrong) return { ...same, state: 'held', heldBecause: wrong };

  const credited = payment.amountCents;
  const refunded = cents(Math.min(facts.refundedCents, credited));
  // No more is taken than was credited: what a bank demands beyond that is between it and the seller.
  const chargedBack = cents(Math.min(takenBy(facts.disputes), credited - refunded));
  return {
    state: 'paid',
    heldBecause: null,
    creditedCents: credited,
    refundedCents: refunded,
    chargedBackCents: chargedBack,
    dispute: disputeOf(facts.disputes),
    movements: [
      movement('top_up', credited - creditedCents),
      // What comes back is written first, so that the balance is not shown lower than it ever was.
      ...(refunded < refundedCents ? [movement('top_up_refund_failed', refundedCents - refunded)] : []),
      ...(chargedBack < chargedBackCents ? [movement('chargeback_reversed', chargedBackCents - chargedBack)] : []),
      ...(refunded > refundedCents ? [movement('top_up_refund', refundedCents - refunded)] : []),
      ...(chargedBack > chargedBackCents ? [movement('chargeback', chargedBackCents - chargedBack)] : []),
    ].filter(({ amount }) => amount !== 0),
  };
}

function movement(kind: PaymentMovement['kind'], amount: number): PaymentMovement {
  return { kind, amount: cents(amount) };
}

function takenBy(disputes: readonly ProviderDispute[]): number {
  return disputes.reduce((sum, { status, amountCents }) => (status === 'open' || status === 'lost' ? sum + amountCents : sum), 0);
}

/** How the disputes of a payment stand together: one that is open counts before one that was lost, and that before one that was won. */
function disputeOf(disputes: readonly ProviderDispute[]): DisputeState | null {
  return (['open', 'lost', 'won'] as const).find((state) => disputes.some(({ status }) => status === state)) ?? null;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** Banks take a payment back within 120 days, and their word may be a while on its way. */
const WATCHED_DAYS = 150;

/**
 * Seconds until the provider is asked again of its own accord, in case its message was lost; null for never.
 * @param ageSeconds since the payment was begun.
 */
export function secondsToNextLook(state: PaymentState, ageSeconds: number): number | null {
  switch (state) {
    case 'created':
      if (ageSeconds < 15 * MINUTE) return MINUTE;
      return ageSeconds < 2 * DAY ? 15 * MINUTE : DAY;
    case 'processing':
      return 60 * MINUTE;
    case 'paid':
      return ageSeconds < WATCHED_DAYS * DAY ? DAY : null;
    case 'failed':
    case 'expired':
    case 'held':
      return null;
  }
}

/** How a payment stands, in a word for people and programs. */
export const paymentStandings = [
  'created',
  'processing',
  'paid',
  'failed',
  'expired',
  'held',
  'closed',
  'partly_refunded',
  'refunded',
  'disputed',
  'charged_back',
] as const;
export type PaymentStanding = (typeof paymentStandings)[number];

export function standingOf({
  state,
  closed,
  dispute,
  creditedCents,
  refundedCents,
}: Omit<KnownPayment, 'id' | 'accountDeleted'>): PaymentStanding {
  if (closed) return 'closed';
  if (state !== 'paid') return state;
  if (dispute === 'open') return 'disputed';
  if (dispute === 'lost') return 'charged_back';
  if (refundedCents === 0) return 'paid';
  return refundedCents === creditedCents ? 'refunded' : 'partly_refunded';
}

/** The number printed on a receipt: account and place of the credit in its ledger, `T000042-00007`. */
export function receiptNumber(accountId: number, seq: number): string {
  return `T${String(accountId).padStart(6, '0')}-${String(seq).padStart(5, '0')}`;
}
