/** Beginning a top-up: one for each click that was meant, within bounds, the account's own; and one credit whatever dies in between. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { settleDue } from '#server/plugins/payments/port.ts';
import { topUpsPerHour } from '#server/plugins/payments/rules.ts';
import { crowd } from '#tests/harness/crowd.ts';
import { type DatabaseLine, openDatabaseLine } from '#tests/harness/database-line.ts';
import { balanceOf, beginTopUp, deliver, movementsOf, payingSite, paymentOf } from '#tests/harness/payments.ts';
import { newSession } from '#tests/harness/session.ts';

let line: DatabaseLine;
const site = payingSite({
  route: async (url) => {
    line = await openDatabaseLine(url);
    return line.url;
  },
});
afterAll(() => line?.close());

test('two clicks are one payment with one checkout, which says what it is for and leads back', async () => {
  const { stripe, services } = site();
  const session = await newSession(site());
  const input = { key: randomUUID(), amount: 12.5, language: 'fr' };
  const answers = await Promise.all(Array.from({ length: 4 }, () => session.mutate('payments.topUp', input)));
  const [first] = answers;
  expect(first).toMatchObject({ status: 200 });
  for (const answer of answers) expect(answer).toEqual(first);
  const { payment_id: id, url } = (first as { data: unknown }).data as { payment_id: string; url: string };
  expect(stripe.sessionOf(id)).toMatchObject({ url, amount_total: 1_250, currency: 'eur', locale: 'fr' });
  const { success_url: back, cancel_url: left } = stripe.sessionOf(id);
  expect({ back, left }).toEqual({
    back: `${services.env.SITE_URL.replace(/:\d+$/, '')}:${site().port}/client/balance/payments/${id}`,
    left: `${back}?left=1`,
  });
  expect(await session.mutate('payments.topUp', { ...input, amount: 13 })).toMatchObject({ status: 409 });
  expect(await session.query('payments.list', {})).toMatchObject({ data: { total: 1, payments: [{ id, standing: 'created' }] } });
});

test.each([4.99, 5_000.01, 10.005, -10, 0, '10', null])('an amount of %s is refused', async (amount) => {
  const session = await newSession(site());
  expect((await session.mutate('payments.topUp', { key: randomUUID(), amount, language: 'en' })).status).toBe(400);
  expect((await session.query('payments.list', {})).data).toMatchObject({ total: 0 });
});

test('nobody begins top-ups without end', async () => {
  const session = await newSession(site());
  const begin = () => session.mutate('payments.topUp', { key: randomUUID(), amount: 5, language: 'en' });
  // Many of them at once.
  const answers = await crowd(topUpsPerHour + 10, begin);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(topUpsPerHour);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await session.query('payments.list', {})).data).toMatchObject({ total: topUpsPerHour });
});

test("another account's payment is no payment, and a guest has none", async () => {
  const owner = await newSession(site());
  const { id, checkout } = await beginTopUp(site(), owner, 50);
  site().stripe.pay(checkout);
  const stranger = await newSession(site());
  expect(await stranger.query('payments.one', { id })).toMatchObject({ status: 404 });
  expect(await stranger.query('payments.receipt', { id })).toMatchObject({ status: 404 });
  expect(await stranger.mutate('payments.confirm', { id })).toMatchObject({ status: 404 });
  expect(await stranger.mutate('payments.decideInSandbox', { id, outcome: 'paid' })).toMatchObject({ status: 404 });
  expect(await owner.mutate('payments.decideInSandbox', { id, outcome: 'paid' })).toMatchObject({ status: 404 });
  expect((await stranger.query('payments.list', {})).data).toMatchObject({ total: 0 });
  expect((await stranger.get(`/client/balance/payments/${id}`)).status).toBe(404);
  expect(await paymentOf(owner, id)).toMatchObject({ standing: 'created' });

  const guest = await fetch(
    `http://127.0.0.1:${site().port}/api/trpc/payments.one?input=${encodeURIComponent(JSON.stringify({ id }))}`,
  );
  expect(guest.status).toBe(401);
});

test('Stripe that does not answer costs nothing, and the same click works later', async () => {
  const session = await newSession(site());
  const input = { key: randomUUID(), amount: 50, language: 'en' };
  site().stripe.down = true;
  expect((await session.mutate('payments.topUp', input)).status).toBeGreaterThanOrEqual(500);
  site().stripe.down = false;
  expect(await session.mutate('payments.topUp', input)).toMatchObject({ status: 200 });
  expect((await session.query('payments.list', {})).data).toMatchObject({ total: 1 });
});

test('the same click works in another language, too, after an answer of Stripe was lost', async () => {
  const session = await newSession(site());
  const input = { key: randomUUID(), amount: 50, language: 'en' };
  site().stripe.losing = true;
  expect((await session.mutate('payments.topUp', input)).status).toBeGreaterThanOrEqual(500);
  site().stripe.losing = false;
  const answer = await session.mutate('payments.topUp', { ...input, language: 'fr' });
  expect(answer).toMatchObject({ status: 200 });
  const { payment_id: id, url } = answer.data as { payment_id: string; url: string };
  const checkout = [...site().stripe.sessions.values()].find((one) => one.url === url);
  if (!checkout) throw new Error('the checkout is not known to Stripe');
  site().stripe.pay(checkout);
  expect(await deliver(site(), site().stripe.message('checkout.session.completed', checkout))).toBe(200);
  expect(await movementsOf(site(), id)).toEqual([['top_up', 50]]);
});

test('a top-up whose checkout never opened is cleared away by the job', async () => {
  const { services, stripe } = site();
  const session = await newSession(site());
  stripe.down = true;
  await session.mutate('payments.topUp', { key: randomUUID(), amount: 50, language: 'en' });
  stripe.down = false;
  const mine = { where: { accountId: session.accountId } };
  const longAgo = new Date(Date.now() - 3_600_000);
  await services.db.prisma.payment.updateMany({ ...mine, data: { createdAt: longAgo, nextLookAt: longAgo } });
  await settleDue({ ...services, env: { ...services.env, ...stripe.env } }, new AbortController().signal);
  // The site's own job may have been quicker, and be at it.
  const listed = async () => (await session.query('payments.list', {})).data;
  await expect.poll(listed).toMatchObject({ payments: [{ standing: 'expired' }] });
});

test.each([
  ['before the message is kept', 'payments.note_event', 'before'],
  ['between the message and the credit', 'billing.entry', 'before'],
  ['before the commit of the credit', 'COMMIT\0', 'before'],
  ['after the commit, before anybody hears of it', 'COMMIT\0', 'after'],
] as const)('a crash %s loses nothing, and credits once', async (_, text, when) => {
  const { stripe } = site();
  const session = await newSession(site());
  const { id, checkout } = await beginTopUp(site(), session, 50);
  stripe.pay(checkout);
  const message = stripe.message('checkout.session.completed', checkout);
  const cut = line.cutAt(text, when, id);
  expect(await deliver(site(), message)).toBe(500);
  await cut;
  expect(await deliver(site(), message)).toBe(200);
  expect(await movementsOf(site(), id)).toEqual([['top_up', 50]]);
  expect(await balanceOf(session)).toBe(150);
});
