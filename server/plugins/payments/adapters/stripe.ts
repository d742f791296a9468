/**
 * Stripe Checkout, by the official SDK. A message of Stripe's is only a reason to look: what is booked is what Stripe's API says when it is asked,
 * so that messages may be lost, late, repeated or out of order.
 */
import Stripe from 'stripe';
import { fingerprint } from '#server/kernel/crypto.ts';
import type { Env } from '#server/kernel/env.ts';
import type { CheckoutRequest, PaymentProvider, ProviderEvent } from '../port.ts';
import type { ProviderDispute, ProviderFacts } from '../rules.ts';

/** Seconds by which the time of a signed message may differ from ours. */
const SIGNATURE_TOLERANCE = 300;
/** Milliseconds for one request to Stripe; a webhook waits for three of them at most. */
const REQUEST_TIMEOUT = 8_000;

export const stripe: PaymentProvider = {
  name: 'stripe',
  isConfigured: (env) => env.STRIPE_SECRET_KEY !== undefined,

  async open({ env }, request) {
    const checkout = checkoutOf(request);
    // However often it is asked for, a payment has one checkout. Asked for in other words (another language, another address), it is
    // another one, since Stripe refuses a key with other words; the site keeps the first that it hears of and shows no other.
    const words = fingerprint(JSON.stringify(checkout)).toString('hex').slice(0, 16);
    const session = await clientOf(env).checkout.sessions.create(checkout, {
      idempotencyKey: `payment-${request.paymentId}-${words}`,
    });
    if (!session.url) throw new Error('Stripe opened a checkout without an address');
    return { reference: session.id, url: session.url };
  },

  async look({ env }, { reference }) {
    const client = clientOf(env);
    const session = await client.checkout.sessions.retrieve(reference, { expand: ['payment_intent.latest_charge'] });
    if (session.payment_status === 'unpaid') return { outcome: unpaidOutcome(session) };
    const intent = expanded(session.payment_intent);
    const charge = expanded(intent?.latest_charge ?? null);
    return {
      outcome: 'paid',
      paymentId: session.client_reference_id,
      currency: session.currency,
      totalCents: session.amount_total,
      receivedCents: intent?.amount_received ?? 0,
      intent: intent?.id ?? null,
      refundedCents: charge?.amount_refunded ?? 0,
      disputes: intent && charge?.disputed ? await disputesOf(client, intent.id) : [],
    };
  },

  async readEvent({ env }, { body, header }) {
    const secret = env.STRIPE_WEBHOOK_SECRET;
    if (secret === undefined) throw new Error('Stripe is configured without the secret of its messages');
    const client = clientOf(env);
    let event: Stripe.Event;
    try {
      event = client.webhooks.constructEvent(body, header('stripe-signature') ?? '', secret, SIGNATURE_TOLERANCE);
    } catch {
      return 'forged';
    }
    const reference = await referenceOf(client, event);
    return reference === null ? 'irrelevant' : ({ id: event.id, type: event.type, reference } satisfies ProviderEvent);
  },
};

const clients = new Map<string, Stripe>();

/** One client for each key and address: it keeps its connections. */
function clientOf({ STRIPE_SECRET_KEY: key, STRIPE_API_URL: apiUrl }: Env): Stripe {
  if (key === undefined) throw new Error('Stripe is not configured');
  const name = `${key} ${apiUrl ?? ''}`;
  const known = clients.get(name);
  if (known) return known;
  const address = apiUrl === undefined ? null : new URL(apiUrl);
  const made = new Stripe(key, {
    timeout: REQUEST_TIMEOUT,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port || (address.protocol === 'http:' ? 80 : 443),
      protocol: address.protocol === 'http:' ? 'http' : 'https',
    }),
  });
  clients.set(name, made);
  return made;
}

function checkoutOf(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { payment_id: request.paymentId };
  return {
    mode: 'payment',
    client_reference_id: request.paymentId,
    metadata,
    payment_intent_data: { metadata, description: request.description },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: request.amountCents, product_data: { name: request.description } },
      },
    ],
    // The balance is in euros, so that is what is paid.
    adaptive_pricing: { enabled: false },
    customer_email: request.email,
    locale: request.language,
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
  };
}

/** An object that was asked for in full. */
function expanded<T extends { id: string }>(field: string | T | null): T | null {
  return typeof field === 'string' ? null : field;
}

function idOf(field: string | { id: string } | null): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null);
}

function unpaidOutcome({ status, payment_intent }: Stripe.Checkout.Session): Exclude<ProviderFacts['outcome'], 'paid'> {
  if (status === 'open') return 'open';
  if (status === 'expired') return 'expired';
  const refused = ['requires_payment_method', 'canceled'];
  return refused.includes(expanded(payment_intent)?.status ?? '') ? 'failed' : 'processing';
}

async function disputesOf(client: Stripe, intent: string): Promise<ProviderDispute[]> {
  const disputes: ProviderDispute[] = [];
  for await (const { status, amount } of client.disputes.list({ payment_intent: intent, limit: 100 })) {
    disputes.push({ status: disputeStatus(status), amountCents: amount });
  }
  return disputes;
}

/** Stripe takes the money when a dispute begins and brings it back when it was won. */
function disputeStatus(status: string): ProviderDispute['status'] {
  switch (status) {
    case 'won':
    case 'prevented':
      return 'won';
    case 'lost':
      return 'lost';
    case 'needs_response':
    case 'under_review':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'open';
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'warning_closed':
      return 'inquiry';
    default:
      throw new Error(`Stripe names a dispute's status that is not known here: ${status}`);
  }
}

/** The checkout that a message concerns; null where it is about something else, such as the seller's other sales. */
async function referenceOf(client: Stripe, event: Stripe.Event): Promise<string | null> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return event.data.object.id;
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const intent = idOf(event.data.object.payment_intent);
      if (intent === null) return null;
      const { data } = await client.checkout.sessions.list({ payment_intent: intent, limit: 1 });
      return data[0]?.id ?? null;
    }
    default:
      return null;
  }
}
