/** The sandbox: play money for trying the site out, which no site that others reach can have. */
import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { verify } from '#server/operator/verify.ts';
import { createScratchDatabase, startScratchCluster } from '#tests/harness/cluster.ts';
import { balanceOf, movementsOf } from '#tests/harness/payments.ts';
import { scratchEnv, startServer } from '#tests/harness/server.ts';
import { newSession } from '#tests/harness/session.ts';
import { ownSite, sharedSite } from '#tests/harness/site.ts';

const playing = ownSite({ env: { PAYMENTS: 'sandbox' } });
const plain = sharedSite();

const refusedStart = (env: Parameters<typeof startServer>[0]) =>
  startServer(env).then(
    async (server) => {
      await server.stop();
      return 'it started';
    },
    (error: Error) => error.message,
  );

test('is refused where SITE_URL is not a loopback address', async () => {
  const env = scratchEnv(await createScratchDatabase(inject('maintenanceUrl'), `refused_${randomUUID().replaceAll('-', '')}`));
  for (const url of ['https://proxies.example.com', 'http://192.0.2.7:3000', 'http://localhost.example.com']) {
    expect(await refusedStart({ ...env, PAYMENTS: 'sandbox', SITE_URL: url })).toContain('the sandbox gives money away');
  }
});

test('is refused on a database that is not the embedded one', async () => {
  const cluster = await startScratchCluster({ fsync: 'off', cluster_name: 'somebody elses' });
  try {
    const env = scratchEnv(await cluster.createDatabase('external'));
    expect(await refusedStart({ ...env, PAYMENTS: 'sandbox' })).toContain('a database other than the embedded one');
  } finally {
    await cluster.stop();
  }
});

test('is refused beside Stripe', async () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };
  expect(await refusedStart({ ...scratchEnv(''), ...stripe, PAYMENTS: 'sandbox' })).toContain('PAYMENTS: leave it out');
});

test('pays once, whatever is clicked, and declines without a credit', async () => {
  const session = await newSession(playing());
  expect((await session.query('payments.offer')).data).toEqual({ provider: 'sandbox', min: 5, max: 5_000 });
  const begin = async () => {
    const answer = await session.mutate('payments.topUp', { key: randomUUID(), amount: 20, language: 'es' });
    return (answer.data as { payment_id: string }).payment_id;
  };
  const [paid, declined] = [await begin(), await begin()];
  const clicks = await Promise.all(
    Array.from({ length: 4 }, () => session.mutate('payments.decideInSandbox', { id: paid, outcome: 'paid' })),
  );
  for (const click of clicks) expect(click).toMatchObject({ status: 200, data: { standing: 'paid' } });
  const decline = await session.mutate('payments.decideInSandbox', { id: declined, outcome: 'declined' });
  expect(decline).toMatchObject({ status: 200, data: { standing: 'failed' } });
  expect(await session.mutate('payments.decideInSandbox', { id: declined, outcome: 'paid' })).toMatchObject({
    data: { standing: 'failed' },
  });
  expect(await movementsOf(playing(), paid)).toEqual([['top_up', 20]]);
  expect(await balanceOf(session)).toBe(120);
  const receipt = await session.query('payments.receipt', { id: paid });
  expect(receipt.data).toMatchObject({ payment: { amount: 20 }, payer: { email: expect.stringContaining('@') } });
  expect(await session.query('payments.receipt', { id: declined })).toMatchObject({ status: 404 });

  const stranger = await newSession(playing());
  expect(await stranger.mutate('payments.decideInSandbox', { id: paid, outcome: 'paid' })).toMatchObject({ status: 404 });
  expect((await verify(playing().services.db)).violations).toEqual([]);
});

test('a site without any provider says so, and takes nothing', async () => {
  const session = await newSession(plain());
  expect((await session.query('payments.offer')).data).toMatchObject({ provider: 'none' });
  const answer = await session.mutate('payments.topUp', { key: randomUUID(), amount: 20, language: 'en' });
  expect(answer).toMatchObject({ status: 409 });
  expect((await session.get(`/client/balance/sandbox/${randomUUID()}`)).status).toBe(404);
  const message = await fetch(`http://127.0.0.1:${plain().port}/api/payments/stripe`, { method: 'POST', body: '{}' });
  expect(message.status).toBe(404);
});
