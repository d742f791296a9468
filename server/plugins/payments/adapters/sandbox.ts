/**
 * A provider that is pretended: its checkout is a page of this site, and no money moves. Where it may be used at all is checked when the
 * environment is read (`waysOfPaying` in kernel/env.ts); it keeps what was chosen on its page in a table of its own, as another company would.
 */
import type { Services } from '#server/kernel/services.ts';
import type { PaymentProvider } from '../port.ts';
import type { SandboxOutcome } from '../rules.ts';
import * as store from '../store/sandbox.ts';

export const sandbox: PaymentProvider = {
  name: 'sandbox',
  isConfigured: (env) => env.PAYMENTS === 'sandbox',

  async open({ db, env }, { paymentId, amountCents }) {
    const reference = `sandbox_${paymentId}`;
    await store.open(db, reference, paymentId, amountCents);
    return { reference, url: `${env.SITE_URL}/client/balance/sandbox/${paymentId}` };
  },

  async look({ db }, { reference }) {
    const checkout = await store.find(db, reference);
    if (!checkout) throw new Error('the sandbox has no such checkout');
    if (checkout.outcome === null) return { outcome: 'open' };
    if (checkout.outcome === 'declined') return { outcome: 'failed' };
    return {
      outcome: 'paid',
      paymentId: checkout.payment_id,
      currency: 'eur',
      totalCents: checkout.amount_cents,
      receivedCents: checkout.amount_cents,
      intent: null,
      refundedCents: 0,
      disputes: [],
    };
  },
};

/** Pays or declines an open checkout; the first choice stands. */
export async function decide(services: Services, paymentId: string, outcome: SandboxOutcome): Promise<void> {
  if (!sandbox.isConfigured(services.env)) throw new Error('the sandbox is not switched on');
  await store.decide(services.db, `sandbox_${paymentId}`, outcome);
}
