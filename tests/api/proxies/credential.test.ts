/** An account holder's own credentials: shown, reset, measured and checked; nobody else's. */
import { once } from 'node:events';
import net from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { keyedHash } from '#server/kernel/crypto.ts';
import type { DeliveredProxy, TrafficOutput } from '#server/plugins/proxies/schema.ts';
import { issueKey } from '#server/plugins/reseller/port.ts';
import { call } from '#tests/harness/client.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { clearOfMidnight } from '#tests/harness/midnight.ts';
import { BASE, created, newKey } from '#tests/harness/reseller.ts';
import { newSession, type Session } from '#tests/harness/session.ts';
import { ownSite } from '#tests/harness/site.ts';

/** Of the entry point, on which nothing listens but what a test puts there. */
const port = await freePort();
const site = ownSite({ stock: 50, env: { GATEWAY_PORT: String(port), GATEWAY_HOST: '127.0.0.1' } });

let holder: Session;
let stranger: Session;

beforeAll(async () => {
  holder = await newSession(site());
  stranger = await newSession(site());
});

/** Buys over the API. */
async function bought(qty: number): Promise<DeliveredProxy[]> {
  const { apiKey } = await issueKey(site().services, holder.accountId);
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', 'Idempotency-Key': newKey() };
  const answer = await call(site(), {
    method: 'POST',
    path: `${BASE}/buy`,
    headers,
    body: JSON.stringify({ country: 'fr', qty }),
  });
  return created(answer).proxies;
}

async function boughtOne(): Promise<DeliveredProxy> {
  const [proxy] = await bought(1);
  if (!proxy) throw new Error('nothing was delivered');
  return proxy;
}

const expire = (proxyId: string) =>
  site().services.db.prisma.proxy.update({
    where: { id: proxyId },
    data: { createdAt: new Date(Date.now() - 2_000), expiresAt: new Date(Date.now() - 1_000) },
  });

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A day (UTC) as the database keeps it. */
const day = (ago: number) => new Date(new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10));

test('a credential is what the purchase delivered', async () => {
  const proxy = await boughtOne();
  expect((await holder.query('proxies.credential', { proxy_id: proxy.proxy_id })).data).toEqual(proxy);
});

test("another account's proxy is as unknown as one that there is not", async () => {
  const { proxy_id: foreign } = await boughtOne();
  const unknown = { status: 404, code: 'NOT_FOUND', message: 'You have no such proxy.' };
  for (const proxy_id of [foreign, 'px_nothing', '']) {
    for (const procedure of ['credential', 'traffic']) {
      expect(await stranger.query(`proxies.${procedure}`, { proxy_id }), procedure).toEqual(unknown);
    }
    for (const procedure of ['reset', 'check']) {
      expect(await stranger.mutate(`proxies.${procedure}`, { proxy_id }), procedure).toEqual(unknown);
    }
    expect((await stranger.query('proxies.usage', { proxy_ids: [proxy_id] })).data).toEqual([]);
  }
  expect((await stranger.query('proxies.latest')).data).toEqual([]);
});

test('a guest has none', async () => {
  for (const procedure of ['credential', 'traffic', 'usage', 'latest']) {
    expect((await fetch(`http://127.0.0.1:${site().port}/api/trpc/proxies.${procedure}`)).status, procedure).toBe(401);
  }
  for (const procedure of ['reset', 'check']) {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    expect((await fetch(`http://127.0.0.1:${site().port}/api/trpc/proxies.${procedure}`, init)).status, procedure).toBe(401);
  }
});

describe('a reset', () => {
  test('gives a new password to the same proxy, also for the entry point', async () => {
    const proxy = await boughtOne();
    const { data } = await holder.mutate('proxies.reset', { proxy_id: proxy.proxy_id });
    const fresh = data as DeliveredProxy;
    expect(fresh).toEqual({ ...proxy, password: fresh.password, access: expect.stringContaining(`:${fresh.password}`) });
    expect(fresh.password).toMatch(/^[0-9A-Za-z]{24}$/);
    expect(fresh.password).not.toBe(proxy.password);
    expect((await holder.query('proxies.credential', { proxy_id: proxy.proxy_id })).data).toEqual(fresh);
    const { db, secrets } = site().services;
    const { passwordHash } = await db.prisma.proxy.findUniqueOrThrow({ where: { id: proxy.proxy_id } });
    const expected = keyedHash(secrets.gatewayKey, `${proxy.username}:${fresh.password}`);
    expect(expected.equals(passwordHash)).toBe(true);
  });

  test('is refused once the proxy has expired', async () => {
    const proxy = await boughtOne();
    await expire(proxy.proxy_id);
    const refusal = await holder.mutate('proxies.reset', { proxy_id: proxy.proxy_id });
    expect(refusal).toEqual({ status: 409, code: 'CONFLICT', message: 'This proxy has expired.' });
    expect((await holder.query('proxies.credential', { proxy_id: proxy.proxy_id })).data).toMatchObject({
      password: proxy.password,
    });
  });
});

test('the latest are those that can be used, newest first, without their passwords', async () => {
  const [old, expired] = await bought(2);
  const [fresh] = await bought(1);
  await expire(expired?.proxy_id ?? '');
  const { data } = await holder.query('proxies.latest');
  const ids = (data as { proxy_id: string }[]).map((proxy) => proxy.proxy_id);
  expect(ids.slice(0, 2)).toEqual([fresh?.proxy_id, old?.proxy_id]);
  expect(ids).not.toContain(expired?.proxy_id);
  expect(JSON.stringify(data)).not.toContain('password');
});

describe('traffic', () => {
  test('of a day, of 30 days, and of nothing at all', async () => {
    await clearOfMidnight();
    const [used, unused] = await bought(2);
    const proxyId = used?.proxy_id ?? '';
    const { prisma } = site().services.db;
    await prisma.proxyUsage.createMany({
      data: [
        { proxyId, day: day(0), upBytes: 10n, downBytes: 200n, connections: 3n },
        { proxyId, day: day(29), upBytes: 1n, downBytes: 5_000_000_000_000n, connections: 1n },
        // Longer ago than it is shown.
        { proxyId, day: day(30), upBytes: 7_777n, downBytes: 7_777n, connections: 7n },
      ],
    });
    const today = { up_bytes: 10, down_bytes: 200, connections: 3 };
    const month = { up_bytes: 11, down_bytes: 5_000_000_000_200, connections: 4 };
    const none = { up_bytes: 0, down_bytes: 0, connections: 0 };

    const traffic = (await holder.query('proxies.traffic', { proxy_id: proxyId })).data as TrafficOutput;
    expect(traffic).toMatchObject({ proxy_id: proxyId, today, last_30_days: month });
    expect(traffic.days).toHaveLength(30);
    expect(traffic.days.at(-1)).toEqual({ day: day(0).toISOString().slice(0, 10), ...today });
    expect(traffic.days.at(0)).toMatchObject({ day: day(29).toISOString().slice(0, 10), connections: 1 });
    expect(traffic.days.at(7)).toMatchObject(none);

    const ids = [proxyId, unused?.proxy_id, 'px_nothing'];
    const { data } = await holder.query('proxies.usage', { proxy_ids: ids });
    expect(data).toHaveLength(2);
    expect(data).toContainEqual({ proxy_id: proxyId, today, last_30_days: month });
    expect(data).toContainEqual({ proxy_id: unused?.proxy_id, today: none, last_30_days: none });
  });

  test('is asked of at most 100 proxies at once', async () => {
    expect((await holder.query('proxies.usage', { proxy_ids: Array(101).fill('px_x') })).status).toBe(400);
  });
});

describe('a check', () => {
  test('says over both protocols that the entry point is out of reach, and no password', async () => {
    const proxy = await boughtOne();
    const { data } = await holder.mutate('proxies.check', { proxy_id: proxy.proxy_id });
    const reason = expect.stringContaining(`The entry point cannot be reached at 127.0.0.1:${port}.`);
    expect(data).toEqual({ socks5: { ok: false, reason }, http: { ok: false, reason } });
    expect(JSON.stringify(data)).not.toContain(proxy.password);
  });

  test('waits for the one before it, of whichever proxy of the account', async () => {
    const [first, second] = await bought(2);
    const silent = net.createServer().listen(port, '127.0.0.1');
    try {
      const reached = once(silent, 'connection');
      const sockets: net.Socket[] = [];
      silent.on('connection', (socket) => sockets.push(socket));
      const running = holder.mutate('proxies.check', { proxy_id: first?.proxy_id });
      await reached;
      expect(await holder.mutate('proxies.check', { proxy_id: second?.proxy_id })).toEqual({
        status: 429,
        code: 'TOO_MANY_REQUESTS',
        message: 'A check is under way already. Wait until it has ended.',
      });
      silent.on('connection', (socket) => socket.destroy());
      for (const socket of sockets) socket.destroy();
      expect((await running).data).toMatchObject({ socks5: { ok: false }, http: { ok: false } });
    } finally {
      silent.close();
    }
    expect((await holder.mutate('proxies.check', { proxy_id: second?.proxy_id })).status).toBe(200);
  });

  test('is refused once the proxy has expired', async () => {
    const { proxy_id: proxyId } = await boughtOne();
    await expire(proxyId);
    expect(await holder.mutate('proxies.check', { proxy_id: proxyId })).toMatchObject({ status: 409, code: 'CONFLICT' });
  });
});

test('the log holds no password', async () => {
  const proxy = await boughtOne();
  await holder.query('proxies.credential', { proxy_id: proxy.proxy_id });
  const fresh = (await holder.mutate('proxies.reset', { proxy_id: proxy.proxy_id })).data as DeliveredProxy;
  await holder.mutate('proxies.check', { proxy_id: proxy.proxy_id });
  const output = site().server.output();
  expect(output).not.toContain(proxy.password);
  expect(output).not.toContain(fresh.password);
});
