/** Stripe's messages: a payment is credited once, whatever is repeated, parallel, late, out of order, lost or forged. */
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { balanceOf, beginTopUp, deliver, movementsOf, payingSite, paymentOf } from '#tests/harness/payments.ts';
import { newSession } from '#tests/harness/session.ts';

const site = payingSite();

test('a payment is credited once, however often and however many at a time its messages come', async () => {
  const session = await newSession(site());
  const { id, checkout } = await beginTopUp(site(), session, 50);
  site().stripe.pay(checkout);
  const completed = site().stripe.message('checkout.session.completed', checkout);
  const alike = site().stripe.message('checkout.session.completed', checkout);
  const statuses = await Promise.all([...Array(8).fill(completed), ...Array(4).fill(alike)].map((one) => deliver(site(), one)));
  expect(statuses).toEqual(Array(12).fill(200));
  expect(await deliver(site(), completed)).toBe(200);
  expect(await movementsOf(site(), id)).toEqual([['top_up', 50]]);
  expect(await balanceOf(session)).toBe(150);
  expect(await paymentOf(session, id)).toMatchObject({
    standing: 'paid',
    amount: 50,
    receipt_number: expect.stringMatching(/^T\d{6}-00002$/),
  });

  const events = await site().services.db.prisma.paymentEvent.findMany({ where: { paymentId: id } });
  expect(events).toHaveLength(2);
  expect(events.every((event) => event.processedAt !== null)).toBe(true);
  // A message that is done with is not looked after again.
  const looks = () => site().stripe.requests.filter((request) => request.includes(checkout.id)).length;
  const before = looks();
  expect(await deliver(site(), completed)).toBe(200);
  expect(looks()).toBe(before);
});

test('a refund that is told before the payment, and an expiry after it, end as they should', async () => {
  const session = await newSession(site());
  const { id, checkout } = await beginTopUp(site(), session, 20);
  site().stripe.pay(checkout);
  site().stripe.refund(checkout, 500);
  expect(await deliver(site(), site().stripe.message('charge.refunded', checkout))).toBe(200);
  expect(await deliver(site(), site().stripe.message('checkout.session.expired', checkout))).toBe(200);
  expect(await deliver(site(), site().stripe.message('checkout.session.completed', checkout))).toBe(200);
  expect(await movementsOf(site(), id)).toEqual([
    ['top_up', 20],
    ['top_up_refund', -5],
  ]);
  expect(await paymentOf(session, id)).toMatchObject({ standing: 'partly_refunded', refunded: 5 });
  expect(await balanceOf(session)).toBe(115);
});

test('money that takes days is credited when it arrives, and not at all where it is refused', async () => {
  const session = await newSession(site());
  const slow = await beginTopUp(site(), session, 30);
  const refused = await beginTopUp(site(), session, 40);
  for (const { id, checkout } of [slow, refused]) {
    site().stripe.pay(checkout, { processing: true });
    expect(await deliver(site(), site().stripe.message('checkout.session.completed', checkout))).toBe(200);
    expect(await paymentOf(session, id)).toMatchObject({ standing: 'processing', checkout_url: null });
  }
  site().stripe.arrive(slow.checkout);
  site().stripe.refuse(refused.checkout);
  expect(await deliver(site(), site().stripe.message('checkout.session.async_payment_succeeded', slow.checkout))).toBe(200);
  expect(await deliver(site(), site().stripe.message('checkout.session.async_payment_failed', refused.checkout))).toBe(200);
  expect(await paymentOf(session, slow.id)).toMatchObject({ standing: 'paid' });
  expect(await paymentOf(session, refused.id)).toMatchObject({ standing: 'failed' });
  expect(await movementsOf(site(), refused.id)).toEqual([]);
  expect(await balanceOf(session)).toBe(130);
});

test('a look that was overtaken by a later one is thrown away', async () => {
  const { stripe } = site();
  const session = await newSession(site());
  const { id, checkout } = await beginTopUp(site(), session, 10);
  stripe.pay(checkout);
  expect(await deliver(site(), stripe.message('checkout.session.completed', checkout))).toBe(200);
  const refund = stripe.message('charge.refunded', checkout);
  stripe.refund(checkout, 300);
  let looks = 0;
  stripe.onLook = async (checkoutId) => {
    // The site's own job looks at others as well.
    if (checkoutId !== checkout.id) return;
    looks += 1;
    if (looks > 1) return;
    // While Stripe's answer with a refund of 3 is on its way, the refund fails, and that is told and booked first.
    stripe.refund(checkout, 0);
    expect(await deliver(site(), stripe.message('refund.failed', checkout))).toBe(200);
  };
  expect(await deliver(site(), refund)).toBe(200);
  stripe.onLook = null;
  expect(looks).toBe(2);
  expect(await movementsOf(site(), id)).toEqual([['top_up', 10]]);
  expect(await balanceOf(session)).toBe(110);
});

test.each([
  ['a wrong secret', { secret: 'whsec_of_somebody_else' }],
  ['a time long past', { at: new Date(Date.now() - 600_000) }],
])('a message with %s is refused and writes nothing', async (_, options) => {
  const session = await newSession(site());
  const { id, checkout } = await beginTopUp(site(), session, 50);
  site().stripe.pay(checkout);
  expect(await deliver(site(), site().stripe.message('checkout.session.completed', checkout, options))).toBe(400);
  expect(await site().services.db.prisma.paymentEvent.count({ where: { paymentId: id } })).toBe(0);
  expect(await paymentOf(session, id)).toMatchObject({ standing: 'created' });
});

test('a body that was changed after it was signed, none at all, and one that is too long are refused', async () => {
  const session = await newSession(site());
  const { checkout } = await beginTopUp(site(), session, 50);
  const { body, signature } = site().stripe.message('checkout.session.completed', checkout);
  expect(await deliver(site(), { body: body.replace('5000', '9000'), signature })).toBe(400);
  expect(await deliver(site(), { body: '', signature })).toBe(400);
  expect(await deliver(site(), { body, signature: '' })).toBe(400);
  expect(await deliver(site(), { body: `${body}${' '.repeat(300_000)}`, signature })).toBe(413);
  const other = await fetch(`http://127.0.0.1:${site().port}/api/payments/sandbox`, { method: 'POST', body });
  expect(other.status).toBe(404);
});

test('messages about sales of other kinds, or other sites, are taken without effect', async () => {
  const { stripe } = site();
  const session = await newSession(site());
  const { checkout } = await beginTopUp(site(), session, 50);
  stripe.pay(checkout);
  const foreign = { ...checkout, id: 'cs_test_of_another_site' };
  expect(await deliver(site(), stripe.message('checkout.session.completed', foreign))).toBe(200);
  expect(await deliver(site(), stripe.message('customer.created', checkout))).toBe(200);
  const elsewhere = {
    ...checkout,
    payment_intent: checkout.payment_intent && { ...checkout.payment_intent, id: 'pi_elsewhere' },
  };
  expect(await deliver(site(), stripe.message('charge.refunded', elsewhere))).toBe(200);
  expect(await balanceOf(session)).toBe(100);
});

test.each([
  ['another amount was asked for', (session: { amount_total: number }) => (session.amount_total = 100_000)],
  ['another currency', (session: { currency: string }) => (session.currency = 'huf')],
  ['it names another payment', (session: { client_reference_id: string }) => (session.client_reference_id = randomUUID())],
])('a payment that does not match is kept for support and not credited: %s', async (_, tamper) => {
  const session = await newSession(site());
  const { id, checkout } = await beginTopUp(site(), session, 50);
  tamper(checkout);
  site().stripe.pay(checkout);
  expect(await deliver(site(), site().stripe.message('checkout.session.completed', checkout))).toBe(200);
  expect(await paymentOf(session, id)).toMatchObject({ standing: 'held', receipt_number: null });
  expect(await movementsOf(site(), id)).toEqual([]);
  expect(await balanceOf(session)).toBe(100);
  const told = () =>
    site()
      .server.output()
      .split('\n')
      .find((logged) => logged.includes(id));
  await expect.poll(told).toContain('a payment came in that cannot be credited');
});

test('less money than was asked for is kept for support', async () => {
  const session = await newSession(site());
  const { id, checkout } = await beginTopUp(site(), session, 50);
  site().stripe.pay(checkout, { received: 100 });
  expect(await deliver(site(), site().stripe.message('checkout.session.completed', checkout))).toBe(200);
  expect(await paymentOf(session, id)).toMatchObject({ standing: 'held' });
});

test('while Stripe does not answer, a message is asked for again; the job makes up for one that never comes', async () => {
  const { stripe, services } = site();
  const session = await newSession(site());
  const { id, checkout } = await beginTopUp(site(), session, 50);
  stripe.pay(checkout);
  stripe.down = true;
  expect(await deliver(site(), stripe.message('checkout.session.completed', checkout))).toBe(500);
  expect(await paymentOf(session, id)).toMatchObject({ standing: 'created' });
  stripe.down = false;
  await services.db.prisma.payment.update({ where: { id }, data: { nextLookAt: new Date() } });
  await vi.waitFor(async () => expect(await paymentOf(session, id)).toMatchObject({ standing: 'paid' }), { timeout: 40_000 });
  expect(await movementsOf(site(), id)).toEqual([['top_up', 50]]);
  const events = await services.db.prisma.paymentEvent.findMany({ where: { paymentId: id } });
  expect(events.map((event) => event.processedAt !== null)).toEqual([true]);
});

test('no message at all: the page that the payer comes back to asks, and credits once', async () => {
  const session = await newSession(site());
  const { id, checkout } = await beginTopUp(site(), session, 25);
  expect((await session.mutate('payments.confirm', { id })).data).toMatchObject({ standing: 'created' });
  site().stripe.pay(checkout);
  await vi.waitFor(
    async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => session.mutate('payments.confirm', { id })));
      expect(answers.at(-1)?.data).toMatchObject({ standing: 'paid' });
    },
    { timeout: 20_000, interval: 500 },
  );
  expect(await movementsOf(site(), id)).toEqual([['top_up', 25]]);
});
