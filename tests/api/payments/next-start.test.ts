/** Stripe's messages arrive under plain `next start`, too, where no job runs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNext } from '#tests/harness/next-start.ts';
import { beginTopUp, deliver, movementsOf, payingSite } from '#tests/harness/payments.ts';
import { newSession } from '#tests/harness/session.ts';

const site = payingSite();
let plain: Awaited<ReturnType<typeof startNext>>;
beforeAll(async () => {
  plain = await startNext(site().env);
});
afterAll(() => plain?.stop());

test('a payment is credited, and a forged message is refused', async () => {
  const { stripe } = site();
  const session = await newSession(site());
  const { id, checkout } = await beginTopUp(site(), session, 50);
  stripe.pay(checkout);
  const forged = stripe.message('checkout.session.completed', checkout, { secret: 'whsec_of_somebody_else' });
  expect(await deliver(plain, forged)).toBe(400);
  expect(await movementsOf(site(), id)).toEqual([]);
  const genuine = stripe.message('checkout.session.completed', checkout);
  expect(await Promise.all([deliver(plain, genuine), deliver(site(), genuine)])).toEqual([200, 200]);
  expect(await movementsOf(site(), id)).toEqual([['top_up', 50]]);
});
