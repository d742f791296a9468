/** What the entry point grants and for how long, what it counts and tells about itself, and how it stops. */
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { entryPointLimits } from '#server/kernel/limits.ts';
import { addExits, buy, type GatewaySite, gatewayPid, gatewaySite, metric, metricsPort } from '#tests/harness/gateway.ts';
import { connect, connectTunnel, exchange, head, proxyAuthorization } from '#tests/harness/http-proxy.ts';
import { lockProxies } from '#tests/harness/locks.ts';
import { newReseller } from '#tests/harness/reseller.ts';
import { ask, greeting, type Login, login, openTunnel, reply, request } from '#tests/harness/socks5.ts';
import { startEcho, startTcp, startWeb, type Target, type WebTarget } from '#tests/harness/targets.ts';
import { Wire } from '#tests/harness/wire.ts';

/** The times are long enough that no machine is too busy for what is done within them. */
const limits = { perProxy: 4, perAccount: 6, perSource: 90, inAll: 150, handshakeSeconds: 15, idleSeconds: 12, drainSeconds: 15 };
/** For what has to come. */
const PATIENCE = { timeout: 30_000 };

const running = gatewaySite({
  env: {
    GATEWAY_TUNNELS_PER_PROXY: String(limits.perProxy),
    GATEWAY_TUNNELS_PER_ACCOUNT: String(limits.perAccount),
    GATEWAY_CONNECTIONS_PER_SOURCE: String(limits.perSource),
    GATEWAY_CONNECTIONS: String(limits.inAll),
    GATEWAY_HANDSHAKE_SECONDS: String(limits.handshakeSeconds),
    GATEWAY_IDLE_SECONDS: String(limits.idleSeconds),
    GATEWAY_DRAIN_SECONDS: String(limits.drainSeconds),
    LOG_LEVEL: 'debug',
  },
});

type Bought = GatewaySite['proxies'][number];

let port: number;
let first: Bought;
let second: Bought;
let echo: Target;
let web: WebTarget;

beforeAll(async () => {
  const [one, other] = running().proxies;
  if (!one || !other) throw new Error('two proxies are needed');
  [first, second] = [one, other];
  port = running().port;
  echo = await startEcho();
  web = await startWeb();
});
afterAll(async () => {
  await echo?.close();
  await web?.close();
});

const tunnel = (who: Login) => openTunnel(port, who, '127.0.0.1', echo.port);
const tunnels = (who: Login, count: number) => Promise.all(Array.from({ length: count }, () => tunnel(who)));

/** A proxy of another customer, whom nothing that happened here concerns. */
async function strangersProxy(subnet: string): Promise<Bought> {
  const { site } = running();
  await addExits(site, 1, subnet);
  const [proxy] = await buy(site, await newReseller(site), 1);
  if (!proxy) throw new Error('nothing was bought');
  return proxy;
}

/** Waits until the entry point has seen that everything is closed: until then it counts as open. */
async function allClosed(): Promise<void> {
  const open = () => metric(running().site, 'gateway_connections');
  await vi.waitFor(async () => expect(await open()).toBe(0), PATIENCE);
}

describe('how much may be open', () => {
  beforeEach(allClosed);

  test('tunnels of a proxy: one more is refused, in the words of each protocol, until one is closed', async () => {
    const open = await tunnels(first, limits.perProxy);
    const { code } = await ask(port, first, request('127.0.0.1', echo.port));
    expect(code).toBe(reply.notAllowed);
    const refused = await exchange(port, connect(first, `127.0.0.1:${echo.port}`));
    expect({ status: refused.status, error: refused.headers.get('proxy-status') }).toEqual({
      status: 429,
      error: 'isp-proxy; error=connection_limit_reached',
    });
    const forwarded = await exchange(port, head(`GET http://127.0.0.1:${web.port}/ HTTP/1.1`, proxyAuthorization(first)));
    expect(forwarded.status).toBe(429);
    open.pop()?.close();
    await vi.waitFor(async () => open.push(await tunnel(first)), PATIENCE);
    for (const wire of open) wire.close();
  });

  test('tunnels of an account, whatever the proxy; another account is not concerned', async () => {
    const open = await tunnels(first, limits.perProxy);
    open.push(...(await tunnels(second, limits.perAccount - limits.perProxy)));
    expect((await ask(port, second, request('127.0.0.1', echo.port))).code).toBe(reply.notAllowed);
    const other = await strangersProxy('127.0.4');
    (await tunnel(other)).close();
    for (const wire of open) wire.close();
    await vi.waitFor(async () => (await tunnel(second)).close(), PATIENCE);
  });

  test('attempts that fail do not use it up', async () => {
    for (let count = 0; count < 3 * limits.perProxy; count += 1) {
      expect((await ask(port, second, request('10.0.0.1', 80))).code).toBe(reply.notAllowed);
      const wire = (await Wire.open(port)).send(Buffer.concat([greeting(), login(second)]));
      await wire.take(4);
      wire.close();
    }
    (await tunnel(second)).close();
  });

  test('connections of a source: one more is closed unheard, other sources get in, and closed ones make room', async () => {
    const crowded = '127.0.6.1';
    const silent = await Promise.all(Array.from({ length: limits.perSource }, () => Wire.open(port, crowded)));
    // The reset may be there before the connection is known to be.
    const extra = Wire.open(port, crowded).then((wire) => wire.takeRest());
    expect(await extra.catch(({ code }) => code)).toSatisfy(
      (outcome) => isDeepStrictEqual(outcome, { bytes: Buffer.alloc(0), ending: 'reset' }) || outcome === 'ECONNRESET',
    );
    (await openTunnel(port, second, '127.0.0.1', echo.port, '127.0.6.2')).close();
    for (const wire of silent) wire.close();
    await vi.waitFor(async () => (await openTunnel(port, second, '127.0.0.1', echo.port, crowded)).close(), PATIENCE);
  });

  test('where there is no room left, those that have been silent for longest make way, and tunnels stay', async () => {
    const wire = await tunnel(first);
    const perSource = limits.perSource - 10;
    const crowd: Wire[][] = [];
    for (const source of ['127.0.6.11', '127.0.6.12', '127.0.6.13']) {
      crowd.push(await Promise.all(Array.from({ length: perSource }, () => Wire.open(port, source))));
    }
    (await openTunnel(port, second, '127.0.0.1', echo.port, '127.0.6.14')).close();
    const stay = () => crowd.map((wires) => wires.filter(({ isOver }) => !isOver).length);
    // The two tunnels have room too.
    const others = limits.inAll - 2 - perSource;
    await vi.waitFor(() => expect(stay()).toEqual([0, others, perSource]), PATIENCE);
    expect((await wire.send('still there').take(11)).toString()).toBe('still there');
    for (const one of [wire, ...crowd.flat()]) one.close();
  });
});

describe('failed authentications', () => {
  const { failureSeconds } = entryPointLimits;

  /** Seconds until a wrong credential is answered, null where it never is. */
  async function answered(who: Login, from: string): Promise<number | null> {
    const wire = await Wire.open(port, from);
    const since = performance.now();
    wire.send(Buffer.concat([greeting(), login(who)]));
    await wire.take(2);
    const { bytes } = await wire.takeRest();
    wire.close();
    return bytes.length > 0 ? (performance.now() - since) / 1_000 : null;
  }

  test('an unknown username and a wrong password are told after the same time', async () => {
    const unknown: Promise<number | null>[] = [];
    const wrong: Promise<number | null>[] = [];
    for (let count = 0; count < 12; count += 1) {
      unknown.push(answered({ username: `nobody-${count}`, password: 'wrong' }, '127.0.7.1'));
      wrong.push(answered({ ...first, password: `wrong-${count}` }, '127.0.7.2'));
    }
    const [a, b] = [await Promise.all(unknown), await Promise.all(wrong)];
    for (const seconds of [...a, ...b]) expect(seconds).toBeGreaterThanOrEqual(failureSeconds);
    // What else the machine does comes on top of the one and of the other.
    expect(Math.abs(shortest(a) - shortest(b))).toBeLessThan(0.4);
  });

  test('the look-up of an unknown username is part of that time, however long it takes', async () => {
    const lookUpSeconds = 1.2;
    const heldFor = async () => {
      const lock = await lockProxies(running().site);
      const seconds = answered({ username: 'nobody', password: 'wrong' }, '127.0.7.3');
      await lock.waitedFor();
      await new Promise((resolve) => setTimeout(resolve, lookUpSeconds * 1_000));
      await lock.release();
      return (await seconds) ?? Number.NaN;
    };
    const times = [await heldFor()];
    // Added up, they could never be less. What else the machine does can make it look that way.
    while (shortest(times) > failureSeconds + lookUpSeconds && times.length < 5) times.push(await heldFor());
    for (const seconds of times) expect(seconds).toBeGreaterThanOrEqual(failureSeconds);
    expect(shortest(times)).toBeLessThan(failureSeconds + lookUpSeconds);
  });

  test('a source with 60 failures in a minute gets no answer any more, but gets in with a right credential', {
    timeout: 120_000,
  }, async () => {
    let from = '';
    let tries = 0;
    await vi.waitFor(
      async () => {
        // Counted by the minute: where one ends in the middle of this, it is done again from elsewhere.
        tries += 1;
        from = `127.0.71.${tries}`;
        const all = await Promise.all(Array.from({ length: 60 }, () => answered({ ...first, password: 'wrong' }, from)));
        expect(all).not.toContain(null);
        const more = [first.username, 'nobody'].map((username) => answered({ username, password: 'wrong' }, from));
        expect(await Promise.all(more)).toEqual([null, null]);
      },
      { timeout: 100_000 },
    );
    const wire = await openTunnel(port, first, '127.0.0.1', echo.port, from);
    expect((await wire.send('in').take(2)).toString()).toBe('in');
    wire.close();
    // Another source is not concerned.
    expect(await answered({ ...first, password: 'wrong' }, '127.0.7.10')).not.toBeNull();
  });
});

test('a tunnel through which nothing passes is closed, one that is used is not', { timeout: 120_000 }, async () => {
  const since = performance.now();
  const [idle, used] = [await tunnel(first), await tunnel(first)];
  const using = setInterval(() => used.send('.'), 200);
  expect((await idle.takeRest()).ending).toBe('reset');
  expect((performance.now() - since) / 1_000).toBeGreaterThanOrEqual(limits.idleSeconds);
  // Tunnels are looked through every five seconds.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  expect(used.isOver).toBe(false);
  clearInterval(using);
  used.close();
});

describe('what it tells about itself', () => {
  test('the metrics count what happens', async () => {
    const { site } = running();
    const names = {
      accepted: 'gateway_connections_accepted_total',
      opened: 'gateway_tunnels_opened_total',
      open: 'gateway_tunnels',
      up: 'gateway_bytes_total{direction="up"}',
      down: 'gateway_bytes_total{direction="down"}',
      forbidden: 'gateway_refusals_total{reason="forbidden_target"}',
    };
    const read = async () => {
      const values = await Promise.all(Object.values(names).map((name) => metric(site, name)));
      return Object.fromEntries(Object.keys(names).map((name, index) => [name, values[index] ?? Number.NaN]));
    };
    await allClosed();
    const before = await read();
    const wire = await tunnel(second);
    await wire.send('x'.repeat(1_000)).take(1_000);
    await ask(port, second, request('10.0.0.1', 80));
    const after = await read();
    const grown = Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]));
    expect(grown).toEqual({ accepted: 2, opened: 1, open: 1, up: 1_000, down: 1_000, forbidden: 1 });
    wire.close();
    await vi.waitFor(async () => expect(await metric(site, 'gateway_tunnels')).toBe(0), PATIENCE);
    expect(await metric(site, 'gateway_credentials')).toBeGreaterThanOrEqual(2);
    // An answer of the database that is long in coming counts as none.
    await vi.waitFor(async () => expect(await metric(site, 'gateway_database_connected')).toBe(1), PATIENCE);
  });

  test('the metrics name no customer and no target', async () => {
    const text = await (await fetch(`http://127.0.0.1:${await metricsPort(running().site)}/metrics`)).text();
    expect(text).toContain('process_cpu_seconds_total');
    // Without the numbers, in which any port could be found.
    const names = text.replace(/^([^#].*) \S+$/gm, '$1');
    expect(names).toContain('gateway_bytes_total{direction="up"}\n');
    for (const told of [first.username, first.password, second.username, '127.0.0.1', String(echo.port), first.exit]) {
      expect(names).not.toContain(told);
    }
  });

  test('its health is told beside them', async () => {
    const at = `http://127.0.0.1:${await metricsPort(running().site)}`;
    const health = async () => (await fetch(`${at}/health`)).json();
    await vi.waitFor(async () => expect(await health()).toMatchObject({ ok: true, database: true }), PATIENCE);
    expect((await fetch(`${at}/`)).status).toBe(404);
    expect((await fetch(`${at}/metrics`, { method: 'POST' })).status).toBe(405);
  });

  test('the log tells proxy, account and target of a tunnel, and of no password', async () => {
    const secret = 'a-path-that-nobody-is-told';
    const url = `http://127.0.0.1:${web.port}/${secret}?${secret}`;
    await exchange(port, head(`GET ${url} HTTP/1.1`, `Cookie: ${secret}`, proxyAuthorization(second)));
    await exchange(port, head(`GET ${url} HTTP/1.1`, proxyAuthorization({ ...second, password: `wrong-${secret}` })));
    const target = `127.0.0.1:${web.port}`;
    const { server } = running().site;
    const logged = await vi.waitFor(() => {
      const line = server
        .output()
        .split('\n')
        .find((one) => one.includes(`"${target}"`) && one.includes('"tunnel closed"'));
      expect(line).toBeDefined();
      return JSON.parse(line ?? '') as Record<string, unknown>;
    }, PATIENCE);
    const { site, buyer } = running();
    expect(logged).toMatchObject({
      proxy: second.proxy_id,
      account: buyer.accountId,
      source: '127.0.0.1',
      target,
      protocol: 'forward',
    });
    const basic = proxyAuthorization(second).split(' ').at(-1) ?? '';
    for (const told of [first.password, second.password, basic, secret, String(site.env.CREDENTIALS_KEY)]) {
      expect(server.output().includes(told), told).toBe(false);
    }
  });

  test('its environment holds none of the secrets of the site', async () => {
    const { site } = running();
    const environment = await readFile(`/proc/${await gatewayPid(site)}/environ`, 'utf8');
    for (const name of ['SESSION_SECRET', 'API_KEY_PEPPER', 'CREDENTIALS_KEY']) {
      expect(environment).not.toContain(name);
      expect(environment).not.toContain(String(site.env[name]));
    }
    expect(environment).not.toContain(String(site.env.DATABASE_URL));
  });
});

describe('usage', () => {
  async function used({ proxy_id: id }: Bought) {
    const [row] = await running().site.services.db.prisma.$queryRaw<{ up: number; down: number; connections: number }[]>`
      SELECT sum(up_bytes)::float8 AS up, sum(down_bytes)::float8 AS down, sum(connections)::float8 AS connections
      FROM proxy_usage WHERE proxy_id = ${id}`;
    return row;
  }

  test('bytes and connections of each proxy are in the database within some seconds, exactly', { timeout: 90_000 }, async () => {
    const proxy = await strangersProxy('127.0.8');
    const answer = 'a'.repeat(70_000);
    const target = await startTcp((socket) => socket.once('data', () => socket.end(answer)));
    for (const open of [
      () => openTunnel(port, proxy, '127.0.0.1', target.port),
      () => connectTunnel(port, proxy, `127.0.0.1:${target.port}`),
    ]) {
      const wire = await open();
      await wire.send('q'.repeat(300)).finishSending().takeRest();
      wire.close();
    }
    const echoed = await tunnel(proxy);
    // Used all the while, or it would be closed for being idle before the batch is written.
    let sent = 0;
    const send = (count: number) => {
      echoed.send('e'.repeat(count));
      sent += count;
    };
    send(12_345);
    const using = setInterval(send, 1_000, 1);
    // What is refused is no use.
    await ask(port, proxy, request('10.0.0.1', 80));
    // A tunnel that stays open is counted as well, and counts further.
    const wait = { ...PATIENCE, interval: 500 };
    await vi.waitFor(async () => expect((await used(proxy))?.connections).toBe(3), wait);
    clearInterval(using);
    send(55);
    await echoed.take(sent);
    echoed.close();
    const expected = { up: 600 + sent, down: 140_000 + sent, connections: 3 };
    await vi.waitFor(async () => expect(await used(proxy)).toEqual(expected), wait);
    await target.close();
  });

  test('it stops in order: a transfer under way is finished, nothing new begins, the rest is cut, and all use is kept', {
    timeout: 90_000,
  }, async () => {
    const { site } = running();
    const proxy = await strangersProxy('127.0.10');
    const [before, after] = ['p'.repeat(1_000), 'q'.repeat(25_000)];
    const stops = Promise.withResolvers<void>();
    const target = await startTcp((socket) => {
      socket.write(before);
      void stops.promise.then(() => socket.end(after));
    });
    const transfer = await openTunnel(port, proxy, '127.0.0.1', target.port);
    const stubborn = await tunnel(proxy);
    const waiting = await Wire.open(port);
    const mistaken = (await Wire.open(port)).send(Buffer.concat([greeting(), login({ ...proxy, password: 'wrong' })]));
    await mistaken.take(2);
    await stubborn.send('here').take(4);
    await transfer.take(before.length);
    const since = performance.now();
    // As a supervisor does that tells every process of a service; the site then tells its entry point once more.
    for (const pid of [await gatewayPid(site), site.server.pid]) process.kill(pid, 'SIGTERM');
    // Who is held back for a wrong password is told at once.
    expect(await mistaken.takeRest()).toEqual({ bytes: Buffer.from([1, 1]), ending: 'end' });
    mistaken.close();
    expect((await waiting.takeRest()).ending).toBe('reset');
    await expect(Wire.open(port)).rejects.toThrow('ECONNREFUSED');
    stops.resolve();
    const { bytes, ending } = await transfer.takeRest();
    expect({ length: bytes.length, ending }).toEqual({ length: after.length, ending: 'end' });
    transfer.close();
    expect(stubborn.isOver).toBe(false);
    expect((await stubborn.takeRest()).ending).toBe('reset');
    expect((performance.now() - since) / 1_000).toBeGreaterThanOrEqual(limits.drainSeconds);
    await site.server.stop();
    expect(await used(proxy)).toEqual({ up: 4, down: 4 + before.length + after.length, connections: 2 });
    await target.close();
  });
});

function shortest(seconds: readonly (number | null)[]): number {
  return Math.min(...seconds.map((value) => value ?? Number.NaN));
}
