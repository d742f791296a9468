/** The database goes away: what the entry point knows goes on working, and it catches up with what it has missed. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { prepareGatewayRole } from '#server/gateway/launch/role.ts';
import { type DatabaseLine, openDatabaseLine } from '#tests/harness/database-line.ts';
import { addExits, buy, type GatewaySite, metric } from '#tests/harness/gateway.ts';
import { gatewayEnv } from '#tests/harness/gateway-env.ts';
import { newReseller, type Reseller } from '#tests/harness/reseller.ts';
import { resetProxy, type Session, sessionOf } from '#tests/harness/session.ts';
import { type OwnSite, startSite } from '#tests/harness/site.ts';
import { isAccepted, type Login, openTunnel } from '#tests/harness/socks5.ts';
import { startEcho, type Target } from '#tests/harness/targets.ts';
import { usually } from '#tests/harness/usually.ts';

type Bought = GatewaySite['proxies'][number];

let line: DatabaseLine;
let site: OwnSite;
let buyer: Reseller;
let session: Session;
let echo: Target;
let proxies: readonly Bought[];

beforeAll(async () => {
  echo = await startEcho();
  site = await startSite({
    env: gatewayEnv,
    gatewayRoute: async (databaseUrl) => {
      const url = await prepareGatewayRole(databaseUrl, 'a password of the role');
      line = await openDatabaseLine(url);
      return line.url;
    },
  });
  await addExits(site, 7);
  buyer = await newReseller(site, { balance: 1_000 });
  proxies = await buy(site, buyer, 5);
  session = await sessionOf(site, buyer);
});

afterAll(async () => {
  await site?.server.stop();
  await site?.services.db.close();
  await line?.close();
  await echo?.close();
});

function nth(index: number): Bought {
  const proxy = proxies[index];
  if (!proxy) throw new Error(`there is no proxy ${index}`);
  return proxy;
}

const port = () => nth(0).port;
/** Long before everything is read anew because the time for it has come. */
const SOON = { timeout: 30_000 };
const inDatabase = (yes: 0 | 1) =>
  vi.waitFor(async () => expect(await metric(site, 'gateway_database_connected')).toBe(yes), { timeout: 30_000, interval: 200 });

describe('while the database is away', () => {
  let open: Awaited<ReturnType<typeof openTunnel>>;
  let boughtMeanwhile: readonly Bought[];
  let resetMeanwhile: Login;

  beforeAll(async () => {
    for (const proxy of proxies) expect(await isAccepted(port(), proxy)).toBe(true);
    open = await openTunnel(port(), nth(0), '127.0.0.1', echo.port);
    line.cut();
    await inDatabase(0);
  });

  test('open tunnels stay, and known credentials open new ones', async () => {
    expect((await open.send('still there').take(11)).toString()).toBe('still there');
    const another = await openTunnel(port(), nth(0), '127.0.0.1', echo.port);
    expect((await another.send('x').take(1)).toString()).toBe('x');
    another.close();
    expect(echo.peers.at(-1)).toBe(nth(0).exit);
    expect(await isAccepted(port(), { ...nth(0), password: 'wrong' })).toBe(false);
  });

  test('what it does not know is refused', async () => {
    expect(await isAccepted(port(), { username: 'nobody', password: 'nothing' })).toBe(false);
    boughtMeanwhile = await buy(site, buyer, 2);
    for (const proxy of boughtMeanwhile) expect(await isAccepted(port(), proxy)).toBe(false);
  });

  test('a term that ends, ends', async () => {
    // It has to know of the end before it loses sight of the database.
    line.mend();
    await inDatabase(1);
    const { prisma } = site.services.db;
    const wire = await openTunnel(port(), nth(3), '127.0.0.1', echo.port);
    const messenger = await openTunnel(port(), nth(4), '127.0.0.1', echo.port);
    const end = new Date(Date.now() + 6_000);
    await prisma.$executeRaw`UPDATE proxies SET expires_at = ${end}::timestamptz WHERE id = ${nth(3).proxy_id}`;
    // It hears of changes in their order: once this one has come, it knows of that one.
    await resetProxy(session, nth(4).proxy_id);
    await messenger.takeRest();
    line.cut();
    expect((await wire.takeRest()).ending).toBe('reset');
    expect(Date.now()).toBeGreaterThanOrEqual(end.getTime());
    expect(await isAccepted(port(), nth(3))).toBe(false);
    await inDatabase(0);
  });

  test('once it is back, all that has changed meanwhile is in force', async () => {
    const wire = await openTunnel(port(), nth(1), '127.0.0.1', echo.port);
    resetMeanwhile = await resetProxy(session, nth(1).proxy_id);
    await site.services.db.prisma.$executeRaw`UPDATE proxies SET expires_at = now() WHERE id = ${nth(2).proxy_id}`;
    expect(await isAccepted(port(), nth(1))).toBe(true);
    expect(await isAccepted(port(), resetMeanwhile)).toBe(false);
    line.mend();
    await inDatabase(1);
    expect((await wire.takeRest()).ending).toBe('reset');
    for (const gone of [nth(1), nth(2)]) await vi.waitFor(async () => expect(await isAccepted(port(), gone)).toBe(false), SOON);
    expect(await isAccepted(port(), resetMeanwhile)).toBe(true);
    for (const proxy of boughtMeanwhile) expect(await isAccepted(port(), proxy)).toBe(true);
    // The tunnel of a proxy that nothing has happened to has lived through all of it.
    expect((await open.send('and yet').take(7)).toString()).toBe('and yet');
    open.close();
  });

  test('afterwards it hears of changes at once again', async () => {
    const took = await usually(async () => {
      const wire = await openTunnel(port(), resetMeanwhile, '127.0.0.1', echo.port);
      resetMeanwhile = await resetProxy(session, nth(1).proxy_id);
      const since = performance.now();
      await wire.takeRest();
      return performance.now() - since;
    });
    expect(took).toBeLessThan(1_000);
  });

  test('a listener that the database ends is not missed for long', async () => {
    const { prisma } = site.services.db;
    await prisma.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE '%gateway' AND datname = current_database()`;
    const fresh = await resetProxy(session, nth(0).proxy_id);
    await vi.waitFor(async () => expect(await isAccepted(port(), fresh)).toBe(true), SOON);
    await vi.waitFor(async () => expect(await isAccepted(port(), nth(0))).toBe(false), SOON);
  });
});
