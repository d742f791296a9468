/** What a customer goes through: buys, connects, sees its exit address, resets, renews, and the credential that runs out. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#tests/harness/free-port.ts';
import { addExits, buy, type GatewaySite, gatewayPid, gatewaySite } from '#tests/harness/gateway.ts';
import { gatewayEnv } from '#tests/harness/gateway-env.ts';
import { connectTunnel, exchange, head, proxyAuthorization } from '#tests/harness/http-proxy.ts';
import { newReseller } from '#tests/harness/reseller.ts';
import { resetProxy, type Session, sessionOf } from '#tests/harness/session.ts';
import { startSite } from '#tests/harness/site.ts';
import { greeting, isAccepted, type Login, login, openTunnel, request } from '#tests/harness/socks5.ts';
import { newStaff } from '#tests/harness/staff.ts';
import { startEcho, type Target } from '#tests/harness/targets.ts';
import { usually } from '#tests/harness/usually.ts';
import { Wire } from '#tests/harness/wire.ts';

const run = promisify(execFile);

describe('on a machine where nothing but the site is an exception', () => {
  const running = gatewaySite({ env: { GATEWAY_ALLOWED_NETWORKS: '' } });

  let port: number;
  let first: GatewaySite['proxies'][number];
  let second: GatewaySite['proxies'][number];
  let session: Session;

  beforeAll(async () => {
    const { proxies, site, buyer } = running();
    port = running().port;
    const [one, other] = proxies;
    if (!one || !other) throw new Error('two proxies are needed');
    [first, second] = [one, other];
    session = await sessionOf(site, buyer);
  });

  const siteHost = () => `localhost:${running().site.port}`;
  const ask = () => head('GET /api/ip HTTP/1.1', `Host: ${siteHost()}`, 'Connection: close');

  /** What the site says over a tunnel that is open. */
  async function said(wire: Wire): Promise<string> {
    const { bytes } = await wire.send(ask()).takeRest();
    wire.close();
    return bytes.toString().split('\r\n\r\n')[1]?.trim() ?? '';
  }

  test('the answer of the purchase names the entry point', () => {
    for (const { host, port: told, access, username, password } of [first, second]) {
      expect({ host, port: told }).toEqual({ host: 'localhost', port });
      expect(access).toBe(`${host}:${told}:${username}:${password}`);
    }
  });

  test('the site sees the exit address of the very proxy, over SOCKS5, CONNECT and as a forwarded request', async () => {
    for (const who of [first, second]) {
      const sitePort = running().site.port;
      expect(await said(await openTunnel(port, who, 'localhost', sitePort))).toBe(who.exit);
      expect(await said(await connectTunnel(port, who, siteHost()))).toBe(who.exit);
      const forwarded = await exchange(port, head(`GET http://${siteHost()}/api/ip HTTP/1.1`, proxyAuthorization(who)));
      expect({ status: forwarded.status, body: forwarded.body.trim() }).toEqual({ status: 200, body: who.exit });
    }
    expect(first.exit).not.toBe(second.exit);
  });

  test('so it does where the client resolved the name itself', async () => {
    expect(await said(await openTunnel(port, first, '127.0.0.1', running().site.port))).toBe(first.exit);
  });

  test('curl does it with what the answer holds and nothing else', async (context) => {
    const { host, username, password } = first;
    const with_ = ['-sS', '--max-time', '20', '--proxy-user', `${username}:${password}`, `http://${siteHost()}/api/ip`];
    const curl = (...way: string[]) => run('curl', [...way, ...with_]).then(({ stdout }) => stdout.trim());
    try {
      expect(await curl('--socks5-hostname', `${host}:${port}`)).toBe(first.exit);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') context.skip('there is no curl');
      throw error;
    }
    expect(await curl('-x', `http://${host}:${port}`)).toBe(first.exit);
  });

  test('a reset: the open tunnels fall and the old password dies within a second, the new one works', async () => {
    const old: Login = { username: second.username, password: second.password };
    const bystander = await openTunnel(port, first, 'localhost', running().site.port);
    const took = await usually(async () => {
      const open = await Promise.all([
        openTunnel(port, second, 'localhost', running().site.port),
        connectTunnel(port, second, siteHost()),
      ]);
      const fresh = await resetProxy(session, second.proxy_id);
      const since = performance.now();
      expect(fresh.username).toBe(second.username);
      expect(fresh.password).not.toBe(second.password);
      const endings = await Promise.all(open.map((wire) => wire.takeRest()));
      expect(endings.map(({ ending }) => ending)).toEqual(['reset', 'reset']);
      second = { ...second, password: fresh.password };
      return performance.now() - since;
    });
    expect(took).toBeLessThan(1_000);
    expect(await isAccepted(port, old)).toBe(false);
    expect(await isAccepted(port, second)).toBe(true);
    expect(await said(await openTunnel(port, second, 'localhost', running().site.port))).toBe(second.exit);
    expect(await said(bystander)).toBe(first.exit);
  });

  test('who authenticated with the old password in time and asks for its target later gets none', async () => {
    const asked = request('localhost', running().site.port);
    const socks = (await Wire.open(port)).send(Buffer.concat([greeting(), login(second)]));
    expect([...(await socks.take(4))]).toEqual([5, 2, 1, 0]);
    const open = await openTunnel(port, second, 'localhost', running().site.port);
    const { password } = await resetProxy(session, second.proxy_id);
    await open.takeRest();
    const { bytes } = await socks.send(asked).takeRest();
    expect(bytes[1] ?? 1).not.toBe(0);
    second = { ...second, password };
  });

  test('a hundred tunnels opened and reset at once: none survives', async () => {
    let password = second.password;
    for (let round = 0; round < 3; round += 1) {
      const who = { username: second.username, password };
      const opening = Array.from({ length: 100 }, () =>
        // From elsewhere: so many failures would count against the clients of the other tests.
        openTunnel(port, who, 'localhost', running().site.port, `127.0.20.${round + 1}`).catch(() => null),
      );
      const fresh = await resetProxy(session, second.proxy_id);
      const wires = (await Promise.all(opening)).filter((wire) => wire !== null);
      await Promise.all(wires.map((wire) => wire.takeRest()));
      password = fresh.password;
    }
    expect(await isAccepted(port, { username: second.username, password })).toBe(true);
    second = { ...second, password };
  });

  test('a dead address replaced: the tunnels through it fall within a second, the same credential leaves from the other one', async () => {
    const { site } = running();
    await addExits(site, 5, '127.0.3');
    const { call } = await newStaff(site.services);
    const bystander = await openTunnel(port, first, 'localhost', site.port);
    const took = await usually(async () => {
      const open = await openTunnel(port, second, 'localhost', site.port);
      const replaced = await call.stock.replace({ proxy_id: second.proxy_id, reason: 'what a test is for' });
      const since = performance.now();
      expect(replaced).toEqual({ outcome: 'replaced', before: second.exit, after: expect.stringMatching(/^127\.0\.3\.[1-5]$/) });
      expect((await open.takeRest()).ending).toBe('reset');
      second = { ...second, exit: 'after' in replaced ? replaced.after : '' };
      return performance.now() - since;
    });
    expect(took).toBeLessThan(1_000);
    expect(await said(await openTunnel(port, second, 'localhost', site.port))).toBe(second.exit);
    expect(await said(bystander)).toBe(first.exit);
  });

  test('a renewal leaves open tunnels alone; the end of the term ends them and admits no more', async () => {
    const { prisma } = running().site.services.db;
    /** @returns the end of its term, in milliseconds since the epoch. */
    const expireIn = async (seconds: number) => {
      const end = new Date(Date.now() + seconds * 1_000);
      await prisma.$executeRaw`UPDATE proxies SET expires_at = ${end}::timestamptz WHERE id = ${second.proxy_id}`;
      return end.getTime();
    };
    const wire = await openTunnel(port, second, 'localhost', running().site.port);
    const soon = await expireIn(6);
    await expireIn(86_400);
    await new Promise((resolve) => setTimeout(resolve, soon + 1_500 - Date.now()));
    expect(wire.isOver).toBe(false);
    expect(await isAccepted(port, second)).toBe(true);

    const end = await expireIn(3);
    expect((await wire.takeRest()).ending).toBe('reset');
    expect(Date.now()).toBeGreaterThanOrEqual(end);
    expect(await isAccepted(port, second)).toBe(false);
  });

  test('a proxy that is bought now works at once', async () => {
    const { site, buyer } = running();
    await addExits(site, 1, '127.0.2');
    for (const who of await buy(site, buyer, 1)) {
      expect(await said(await openTunnel(port, who, 'localhost', site.port))).toBe(who.exit);
    }
  });
});

describe('crashes', () => {
  let echo: Target;
  beforeAll(async () => {
    echo = await startEcho();
  });
  afterAll(() => echo.close());

  test('an entry point that is killed comes back on its port; one whose site is killed ends too', async () => {
    // Nobody else is lent it while the entry point is away.
    const site = await startSite({ env: { ...gatewayEnv, GATEWAY_PORT: String(await freePort()) } });
    try {
      await addExits(site, 1, '127.0.3');
      const [proxy] = await buy(site, await newReseller(site), 1);
      if (!proxy) throw new Error('nothing was bought');
      const { port } = proxy;
      (await openTunnel(port, proxy, '127.0.0.1', echo.port)).close();

      const killed = await gatewayPid(site);
      const open = await openTunnel(port, proxy, '127.0.0.1', echo.port);
      process.kill(killed, 'SIGKILL');
      await open.takeRest();
      const again = await vi.waitFor(() => openTunnel(port, proxy, '127.0.0.1', echo.port), { timeout: 50_000, interval: 200 });
      expect((await again.send('x').take(1)).toString()).toBe('x');
      expect(echo.peers.at(-1)).toBe(proxy.exit);
      again.close();
      const next = await gatewayPid(site);
      expect(next).not.toBe(killed);

      const wire = await openTunnel(port, proxy, '127.0.0.1', echo.port);
      await site.server.kill();
      await wire.takeRest();
      await vi.waitFor(() => expect(isRunning(next)).toBe(false), { timeout: 30_000 });
      await expect(Wire.open(port)).rejects.toThrow('ECONNREFUSED');
    } finally {
      await site.server.kill();
      await site.services.db.close();
    }
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
