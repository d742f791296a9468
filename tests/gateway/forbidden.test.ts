/**
 * Nothing inside is reachable: a corpus of spellings and names that resolve inside, over both protocols.
 * Only the site is an exception.
 */
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ForbiddenTarget, forbiddenTargets } from '#tests/harness/forbidden-targets.ts';
import { buyIpv6, type GatewaySite, gatewaySite } from '#tests/harness/gateway.ts';
import { answerOf, connect, exchange, head, proxyAuthorization } from '#tests/harness/http-proxy.ts';
import { startNameServer } from '#tests/harness/name-server.ts';
import { ask, type Login, reply, request, requestName } from '#tests/harness/socks5.ts';
import { startTcp, type Target } from '#tests/harness/targets.ts';
import { Wire } from '#tests/harness/wire.ts';

/** Tries that are under way at a time. */
const AT_A_TIME = 50;

const names = await startNameServer();
const running = gatewaySite({ env: { GATEWAY_ALLOWED_NETWORKS: '', GATEWAY_DNS_SERVERS: names.address } });

let port: number;
let proxy: GatewaySite['proxies'][number];
let exits: readonly Login[];
/** What listens on every address of this machine, on one port, and must never be reached. */
let inside: { readonly port: number; readonly reached: string[]; close(): void };

beforeAll(async () => {
  const [one] = running().proxies;
  if (!one) throw new Error('a proxy is needed');
  proxy = one;
  port = running().port;
  exits = [proxy, await buyIpv6(running())];
  inside = await listenEverywhere();
});

afterAll(async () => {
  inside?.close();
  await names.close();
});

/** Does `one` for each item, many at a time. @returns what it gave, in order. */
async function forEachOf<T, R>(items: readonly T[], one: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      while (next < items.length) {
        const index = next;
        next += 1;
        results[index] = await one(items[index] as T);
      }
    }),
  );
  return results;
}

async function overSocks(who: Login, asked: Buffer): Promise<number> {
  const { wire, code } = await ask(port, who, asked);
  wire.close();
  return code;
}

const portOf = ({ port: named }: ForbiddenTarget) => named ?? inside.port;

/** A host as HTTP spells it: IPv6 in brackets. */
const authorityOf = (host: string, at: number) => `${/^[\da-f:.]*:[\da-f:.]*$/i.test(host) ? `[${host}]` : host}:${at}`;

test('the corpus is as large as it should be', () => {
  expect(forbiddenTargets.length).toBeGreaterThanOrEqual(200);
});

test('over SOCKS5, spelled as a name: each is refused, whatever the exit', { timeout: 120_000 }, async () => {
  const spelled = forbiddenTargets.filter(({ host }) => Buffer.byteLength(host) <= 255);
  for (const who of exits) {
    const codes = await forEachOf(spelled, ({ host, ...more }) => {
      const bytes = Buffer.from(host);
      const ports = portOf({ host, ...more });
      return overSocks(
        who,
        Buffer.concat([Buffer.from([5, 1, 0, 3, bytes.length]), bytes, Buffer.from([ports >> 8, ports & 0xff])]),
      );
    });
    const passed = spelled.filter((_, index) => !isRefusal(codes[index]));
    expect(passed).toEqual([]);
  }
  expect(inside.reached).toEqual([]);
});

test('over SOCKS5, as an address: each is refused as forbidden', { timeout: 120_000 }, async () => {
  const literal = forbiddenTargets.filter(
    ({ host }) => /^(?:\d+\.){3}\d+$|^[\da-f:.]*:[\da-f:.]*$/i.test(host) && isLiteral(host),
  );
  expect(literal.length).toBeGreaterThan(150);
  for (const who of exits) {
    const codes = await forEachOf(literal, (target) => overSocks(who, request(target.host, portOf(target))));
    const passed = literal.filter((_, index) => codes[index] !== reply.notAllowed);
    expect(passed).toEqual([]);
  }
  expect(inside.reached).toEqual([]);
});

test('over CONNECT, and as a forwarded request: each is refused', { timeout: 120_000 }, async () => {
  // What holds a line end or a space would be another message.
  const spelled = forbiddenTargets.filter(({ host }) => !/[\r\n\0 \t]/.test(host));
  for (const request of [
    (authority: string) => connect(proxy, authority),
    (authority: string) => head(`GET http://${authority}/ HTTP/1.1`, proxyAuthorization(proxy)),
  ]) {
    const statuses = await forEachOf(spelled, async (target) => {
      const { status } = await exchange(port, request(authorityOf(target.host, portOf(target))));
      return status;
    });
    const passed = spelled
      .map(({ host, why }, index) => ({ host, why, status: statuses[index] ?? 0 }))
      .filter(({ host, status }) => ![400, 403, ...(meansAnother(host) ? [502, 504] : [])].includes(status));
    expect(passed).toEqual([]);
  }
  expect(inside.reached).toEqual([]);
});

test('names that resolve inside are refused, also where only one of their addresses lies there', {
  timeout: 60_000,
}, async () => {
  const addresses = forbiddenTargets
    .filter(({ host, port: named }) => named === undefined && isLiteral(host))
    .map(({ host }) => host);
  const resolved = [...new Set(addresses)].map((address, index) => {
    const name = `inside-${index}.example.test`;
    names.set(name, { addresses: [address] });
    return { name, who: exits[address.includes(':') ? 1 : 0] as Login, address };
  });
  expect(resolved.length).toBeGreaterThan(100);
  const codes = await forEachOf(resolved, ({ name, who }) => overSocks(who, requestName(name, inside.port)));
  const passed = resolved.filter((_, index) => codes[index] !== reply.notAllowed);
  expect(passed).toEqual([]);

  names.set('half-inside.example.test', { addresses: ['127.0.0.1', '10.0.0.1', '127.0.1.1', '::1'] });
  expect(await overSocks(proxy, requestName('half-inside.example.test', inside.port))).toBe(reply.notAllowed);
  expect((await exchange(port, connect(proxy, `half-inside.example.test:${inside.port}`))).status).toBe(403);
  expect(inside.reached).toEqual([]);
});

test('a name that changes its mind is judged each time', async () => {
  names.set('rebound.example.test', { addresses: ['192.0.2.1'], ttl: 0 });
  expect(await overSocks(proxy, requestName('rebound.example.test', inside.port))).toBe(reply.notAllowed);
  names.set('rebound.example.test', { addresses: ['127.0.0.1'], ttl: 0 });
  expect(await overSocks(proxy, requestName('rebound.example.test', inside.port))).toBe(reply.notAllowed);
  expect(inside.reached).toEqual([]);
});

test('the exit addresses themselves are no way in', async () => {
  for (const { exit } of running().proxies) {
    expect(await overSocks(proxy, request(exit, inside.port))).toBe(reply.notAllowed);
    expect(await overSocks(proxy, request(exit, port))).toBe(reply.notAllowed);
  }
  expect(inside.reached).toEqual([]);
});

test('the site is reachable on its own port, by its name or its address, and on no other', async () => {
  const { site } = running();
  for (const asked of [
    request('localhost', site.port),
    requestName('LOCALHOST.', site.port),
    request('127.0.0.1', site.port),
    request('::ffff:127.0.0.1', site.port),
  ]) {
    expect(await overSocks(proxy, asked)).toBe(reply.succeeded);
  }
  const wire = (await Wire.open(port)).send(connect(proxy, `localhost:${site.port}`));
  expect(answerOf(await wire.takeHead()).status).toBe(200);
  wire.close();
  for (const host of ['localhost', '127.0.0.1']) {
    for (const other of [inside.port, port, 22, 25, 0]) {
      expect(await overSocks(proxy, request(host, other)), `${host}:${other}`).toBe(reply.notAllowed);
    }
  }
  // Other addresses of the machine are not the site, although it may listen there.
  expect(await overSocks(proxy, request('127.0.0.2', site.port))).toBe(reply.notAllowed);
  expect(inside.reached).toEqual([]);
});

test('ports for mail are closed, wherever they are', async () => {
  names.set('mail.example.test', { addresses: ['93.184.215.14'] });
  for (const closed of [25, 465, 587]) {
    expect(await overSocks(proxy, request('93.184.215.14', closed))).toBe(reply.notAllowed);
    expect(await overSocks(proxy, requestName('mail.example.test', closed))).toBe(reply.notAllowed);
    expect((await exchange(port, connect(proxy, `mail.example.test:${closed}`))).status).toBe(403);
  }
});

function isRefusal(code: number | undefined): boolean {
  return code === reply.notAllowed || code === reply.addressNotSupported || code === reply.generalFailure;
}

/** Whether SOCKS5 can carry it as four or sixteen bytes, which have no zone. */
function isLiteral(host: string): boolean {
  return !host.includes('%') && request(host, 1)[3] !== 3;
}

/** In a URL some spellings are another host altogether, which lies outside; so is an address in the brackets that HTTP wants. */
function meansAnother(host: string): boolean {
  return /[/?#\\]|^\[2606:/.test(host);
}

/** Listens on the same port of all addresses of both families. */
async function listenEverywhere(): Promise<typeof inside> {
  const reached: string[] = [];
  const ipv4: Target = await startTcp((socket) => {
    reached.push(`${socket.localAddress}`);
    socket.destroy();
  }, '0.0.0.0');
  const ipv6: Server = createServer((socket) => {
    reached.push(`${socket.localAddress}`);
    socket.destroy();
  });
  const isFree = await new Promise<boolean>((resolve) => {
    ipv6.once('error', () => resolve(false)).listen({ port: ipv4.port, host: '::', ipv6Only: true }, () => resolve(true));
  });
  if (!isFree) {
    // Somebody else has the port in the other family.
    await ipv4.close();
    return listenEverywhere();
  }
  return {
    port: ipv4.port,
    reached,
    close() {
      ipv6.close();
      void ipv4.close();
    },
  };
}
