/**
 * A stand-in that speaks as much of Stripe's API as the site uses, over real HTTP, and signs its messages with the SDK's own code. Tests play the
 * payer and the banks: they pay, refund and dispute here, and deliver messages as they like.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import Stripe from 'stripe';

const WEBHOOK_SECRET = 'whsec_stand_in';
const SECRET_KEY = 'sk_test_stand_in';

export interface StandInSession {
  id: string;
  object: 'checkout.session';
  url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  client_reference_id: string;
  currency: string;
  amount_total: number;
  customer_email: string;
  locale: string;
  success_url: string;
  cancel_url: string;
  payment_intent: StandInIntent | null;
}

interface StandInIntent {
  id: string;
  object: 'payment_intent';
  status: 'processing' | 'succeeded' | 'requires_payment_method';
  amount_received: number;
  latest_charge: { id: string; object: 'charge'; amount_refunded: number; disputed: boolean } | null;
}

interface StandInDispute {
  id: string;
  object: 'dispute';
  amount: number;
  status: string;
  payment_intent: string;
}

/** A message with its signature, ready to be delivered any number of times. */
export interface StandInMessage {
  readonly body: string;
  readonly signature: string;
}

export interface StripeStandIn {
  /** Environment of a site that pays here. */
  readonly env: Readonly<Record<string, string>>;
  readonly sessions: Map<string, StandInSession>;
  /** Method and path of every request so far. */
  readonly requests: string[];
  /** While it is down, every request is answered 503. */
  down: boolean;
  /** While it is losing, requests are carried out, and answered 503. */
  losing: boolean;
  /** Called before each look at a checkout is answered; what is said was true before it. */
  onLook: ((checkoutId: string) => Promise<void>) | null;
  /** The checkout that a site opened for a payment. */
  sessionOf(paymentId: string): StandInSession;
  /** The payer pays. By a method that takes days, the money is `processing` until `arrive`. */
  pay(session: StandInSession, how?: { processing?: boolean; received?: number }): void;
  arrive(session: StandInSession): void;
  refuse(session: StandInSession): void;
  expire(session: StandInSession): void;
  /** In all, so far. */
  refund(session: StandInSession, cents: number): void;
  dispute(session: StandInSession, cents: number): StandInDispute;
  /** A message about a checkout, or about what happened to its payment. */
  message(type: string, session: StandInSession, options?: { id?: string; secret?: string; at?: Date }): StandInMessage;
  close(): Promise<void>;
}

export async function openStripeStandIn(): Promise<StripeStandIn> {
  const sessions = new Map<string, StandInSession>();
  const disputes: StandInDispute[] = [];
  const answersByKey = new Map<string, { id: string; words: string }>();
  const signer = new Stripe(SECRET_KEY);

  const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: '/' });
  const standIn: StripeStandIn = {
    env: { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET },
    sessions,
    requests: [],
    down: false,
    losing: false,
    onLook: null,
    sessionOf(paymentId) {
      const found = [...sessions.values()].filter((session) => session.client_reference_id === paymentId);
      if (found.length !== 1 || !found[0]) throw new Error(`there are ${found.length} checkouts of this payment`);
      return found[0];
    },
    pay(session, { processing = false, received = session.amount_total } = {}) {
      session.status = 'complete';
      session.payment_intent = {
        id: `pi_${randomUUID()}`,
        object: 'payment_intent',
        status: 'processing',
        amount_received: 0,
        latest_charge: { id: `ch_${randomUUID()}`, object: 'charge', amount_refunded: 0, disputed: false },
      };
      if (processing) return;
      standIn.arrive(session);
      session.payment_intent.amount_received = received;
    },
    arrive(session) {
      session.payment_status = 'paid';
      Object.assign(intentOf(session), { status: 'succeeded', amount_received: session.amount_total });
    },
    refuse(session) {
      Object.assign(intentOf(session), { status: 'requires_payment_method' });
    },
    expire(session) {
      session.status = 'expired';
    },
    refund(session, cents) {
      Object.assign(intentOf(session).latest_charge ?? {}, { amount_refunded: cents });
    },
    dispute(session, cents) {
      const intent = intentOf(session);
      Object.assign(intent.latest_charge ?? {}, { disputed: true });
      const dispute: StandInDispute = {
        id: `dp_${randomUUID()}`,
        object: 'dispute',
        amount: cents,
        status: 'needs_response',
        payment_intent: intent.id,
      };
      disputes.push(dispute);
      return dispute;
    },
    message(type, session, { id = `evt_${randomUUID()}`, secret = WEBHOOK_SECRET, at = new Date() } = {}) {
      const object = type.startsWith('checkout.session.')
        ? { ...session, payment_intent: session.payment_intent?.id ?? null }
        : { object: type.split('.')[0], payment_intent: intentOf(session).id };
      const body = JSON.stringify({ id, object: 'event', type, created: at.getTime() / 1_000, data: { object } });
      const timestamp = Math.floor(at.getTime() / 1_000);
      return { body, signature: signer.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  /** Answers a request as Stripe does; null where there is nothing. */
  async function answer(
    method: string,
    url: URL,
    key: string | undefined,
    form: URLSearchParams,
  ): Promise<object | 'key_reused' | null> {
    const [, , resource, name, id] = url.pathname.split('/');
    if (resource === 'disputes')
      return list(disputes.filter((one) => one.payment_intent === url.searchParams.get('payment_intent')));
    if (resource !== 'checkout' || name !== 'sessions') return null;
    if (method === 'POST') return create(key, form);
    if (id === undefined) {
      const intent = url.searchParams.get('payment_intent');
      return list([...sessions.values()].filter((session) => session.payment_intent?.id === intent));
    }
    const said = structuredClone(sessions.get(id) ?? null);
    await standIn.onLook?.(id);
    return said;
  }

  /** A key gives the same checkout again; with other words than the first time it is refused. */
  function create(key: string | undefined, form: URLSearchParams): object | 'key_reused' {
    const before = answersByKey.get(key ?? '');
    const known = sessions.get(before?.id ?? '');
    if (known) return before?.words === form.toString() ? known : 'key_reused';
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
    const session: StandInSession = {
      id,
      object: 'checkout.session',
      url: `https://checkout.example.com/c/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: form.get('client_reference_id') ?? '',
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      customer_email: form.get('customer_email') ?? '',
      locale: form.get('locale') ?? '',
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      payment_intent: null,
    };
    sessions.set(id, session);
    if (key !== undefined) answersByKey.set(key, { id, words: form.toString() });
    return session;
  }

  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://stripe.invalid');
    standIn.requests.push(`${request.method} ${url.pathname}`);
    let body = '';
    for await (const chunk of request) body += chunk;
    const reply = (status: number, json: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Stripe-Should-Retry': 'false' });
      response.end(JSON.stringify(json));
    };
    const error = (status: number, message: string) => reply(status, { error: { type: 'api_error', message } });
    if (standIn.down) return error(503, 'down');
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) return error(401, 'Invalid API Key provided');
    const key = request.headers['idempotency-key'];
    const said = await answer(request.method ?? '', url, typeof key === 'string' ? key : undefined, new URLSearchParams(body));
    if (standIn.losing) return error(503, 'lost');
    if (said === 'key_reused')
      return error(400, 'Keys for idempotent requests can only be used with the parameters they were first used with.');
    return said ? reply(200, said) : error(404, 'No such object');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return Object.assign(standIn, { env: { ...standIn.env, STRIPE_API_URL: `http://127.0.0.1:${port}` } });
}

function intentOf(session: StandInSession): StandInIntent {
  if (!session.payment_intent) throw new Error('nobody has paid here');
  return session.payment_intent;
}
