/** A site that takes payments at a stand-in of Stripe, and what its account holders do there. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { verify } from '#server/operator/verify.ts';
import type { Payment } from '#server/plugins/payments/schema.ts';
import type { Session } from './session.ts';
import { type OwnSite, type Site, startSite } from './site.ts';
import { openStripeStandIn, type StandInMessage, type StandInSession, type StripeStandIn } from './stripe.ts';

export interface PayingSite extends OwnSite {
  readonly stripe: StripeStandIn;
}

/** A site of the file's own beside a stand-in. Its books are checked at the end. Call it once, at the top of a file. */
export function payingSite({
  stock = 0,
  route,
}: {
  stock?: number;
  route?: (databaseUrl: string) => Promise<string>;
} = {}): () => PayingSite {
  let site: PayingSite | undefined;
  beforeAll(async () => {
    const stripe = await openStripeStandIn();
    site = { ...(await startSite({ stock, env: { ...stripe.env }, ...(route ? { route } : {}) })), stripe };
  });
  afterAll(async () => {
    if (!site) return;
    await site.server.stop();
    await site.stripe.close();
    const { violations } = await verify(site.services.db);
    await site.services.db.close();
    expect(violations).toEqual([]);
  });
  return () => {
    if (!site) throw new Error('the site is up only within tests');
    return site;
  };
}

/** Begins a top-up as the page does. @returns its id and the checkout that was opened for it. */
export async function beginTopUp(
  { stripe }: PayingSite,
  session: Session,
  amount: number,
): Promise<{ id: string; checkout: StandInSession }> {
  const answer = await session.mutate('payments.topUp', { key: randomUUID(), amount, language: 'en' });
  expect(answer).toMatchObject({ status: 200 });
  const { payment_id: id } = answer.data as { payment_id: string };
  return { id, checkout: stripe.sessionOf(id) };
}

/** Delivers a message as Stripe does. @returns the status of the answer. */
export async function deliver({ port }: Pick<Site, 'port'>, { body, signature }: StandInMessage): Promise<number> {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature };
  const answer = await fetch(`http://127.0.0.1:${port}/api/payments/stripe`, { method: 'POST', headers, body });
  await answer.text();
  return answer.status;
}

export async function paymentOf(session: Session, id: string): Promise<Payment> {
  const answer = await session.query('payments.one', { id });
  expect(answer).toMatchObject({ status: 200 });
  return answer.data as Payment;
}

/** Kind and euros of every movement of a payment, oldest first. */
export async function movementsOf({ services }: Site, id: string): Promise<[kind: string, euros: number][]> {
  const entries = await services.db.prisma.ledgerEntry.findMany({ where: { paymentId: id }, orderBy: { seq: 'asc' } });
  return entries.map(({ kind, amountCents }) => [kind, Number(amountCents) / 100]);
}

/** Euros that the account has. */
export async function balanceOf(session: Session): Promise<number> {
  return ((await session.query('billing.balance')).data as { balance: number }).balance;
}
