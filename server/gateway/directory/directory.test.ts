/** The directory on a real PostgreSQL: current within a second, and useful while the database is away. */
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#server/kernel/log.ts';
import { type ScratchCluster, startScratchCluster } from '#tests/harness/cluster.ts';
import { type DatabaseLine, openDatabaseLine } from '#tests/harness/database-line.ts';
import { type Delivery, openDelivery } from '#tests/harness/delivery.ts';
import { usually } from '#tests/harness/usually.ts';
import type { Credential } from './credential.ts';
import { type Directory, type DirectoryOptions, openDirectory } from './directory.ts';
import { verifyPassword } from './password.ts';

let cluster: ScratchCluster;
let delivery: Delivery;
let directory: Directory;
let databases = 0;
let databaseUrl: string;

beforeAll(async () => {
  cluster = await startScratchCluster({ fsync: 'off', synchronous_commit: 'off' });
});
afterAll(() => cluster.stop());

beforeEach(async () => {
  databases += 1;
  databaseUrl = await cluster.createDatabase(`directory_${databases}`);
  delivery = await openDelivery(databaseUrl);
});
afterEach(async () => {
  await directory.close();
  await delivery.close();
});

async function open(options: Partial<DirectoryOptions> = {}): Promise<Directory> {
  const key = delivery.services.secrets.gatewayKey;
  directory = await openDirectory({ databaseUrl: delivery.gatewayUrl, key, log: createLog('silent'), ...options });
  return directory;
}

/** Long before everything is read anew because the time for it has come: by what it was told, or once the line stands again. */
const SOON = { timeout: 30_000, interval: 10 };

/** The credential, which has to be there. */
async function credentialOf(username: string): Promise<Credential> {
  const credential = directory.known(username) ?? (await directory.lookUp(username));
  if (!credential) throw new Error(`${username} is not known`);
  return credential;
}

/** Opens something under a credential. @returns the reasons for which it was cut. */
function openUnder(credential: Credential): string[] {
  const cuts: string[] = [];
  credential.open.add({ cut: (reason) => cuts.push(reason) });
  return cuts;
}

describe('a credential', () => {
  it('that was delivered before the start is found at once, with its exit', async () => {
    const proxy = await delivery.deliver();
    await open();
    const found = directory.known(proxy.username);
    expect(found).toMatchObject({ proxyId: proxy.proxy_id, exit: { kind: 'address', ip: expect.stringMatching(/^10\./) } });
    expect(directory).toMatchObject({ size: 1, connected: true, syncedAt: expect.any(Number) });
  });

  it('that is delivered later works at its first use', async () => {
    await open();
    for (let bought = 0; bought < 20; bought += 1) {
      const proxy = await delivery.deliver();
      const credential = await credentialOf(proxy.username);
      const key = delivery.services.secrets.gatewayKey;
      expect(verifyPassword(key, credential, proxy.password)).toBe(true);
      expect(verifyPassword(key, credential, `${proxy.password}x`)).toBe(false);
      expect(verifyPassword(key, undefined, proxy.password)).toBe(false);
    }
    expect(directory.size).toBe(20);
  });

  it('works at once even where its username was tried right before', async () => {
    await open();
    const proxy = await delivery.deliver();
    const tries = Array.from({ length: 50 }, () => directory.known('newest'));
    await delivery.sql(
      `WITH added AS (INSERT INTO addresses (country, ip, free_at) VALUES ('fr', '192.0.2.9', now()) RETURNING id)
       INSERT INTO proxies (id, order_id, position, account_id, country, address_id, username, password_ciphertext, password_key_id,
                            password_hash, created_at, expires_at)
       SELECT 'px_newest', order_id, 2, account_id, country, added.id, 'newest', password_ciphertext, password_key_id, password_hash,
              created_at, expires_at FROM proxies, added WHERE proxies.id = $1`,
      proxy.proxy_id,
    );
    await credentialOf('newest');
    expect(await Promise.all(tries)).toHaveLength(50);
  });

  it('that nobody has is not found, whatever it looks like', async () => {
    await open();
    const proxy = await delivery.deliver();
    for (const username of [
      '',
      'nobody',
      'a\0b',
      '\0',
      '\uD800',
      'x'.repeat(70_000),
      `' OR true --`,
      proxy.username.toUpperCase(),
    ]) {
      expect([username, await directory.lookUp(username)]).toEqual([username, undefined]);
    }
    expect(directory.connected).toBe(true);
    await credentialOf(proxy.username);
  });

  it('leaves through the upstream that a supplier gave, whose password is sealed in the database', async () => {
    const upstream = {
      protocol: 'socks5',
      host: 'exit.example.com',
      outside: true,
      port: 1080,
      username: 'us',
      password: 'a secret',
    } as const;
    const proxy = await delivery.deliver({ upstream });
    await open();
    expect((await credentialOf(proxy.username)).exit).toEqual({ kind: 'upstream', ...upstream });
    const [stored] = await delivery.services.db.prisma.upstream.findMany();
    expect(Buffer.from(stored?.passwordCiphertext ?? '').includes('a secret')).toBe(false);
  });

  it('whose upstream password cannot be unsealed is refused, and the others work', async () => {
    const upstream = {
      protocol: 'http',
      host: 'exit.example.com',
      outside: true,
      port: 8080,
      username: 'us',
      password: 'a secret',
    } as const;
    const broken = await delivery.deliver({ upstream });
    const whole = await delivery.deliver();
    await open();
    const cuts = openUnder(await credentialOf(broken.username));
    await delivery.sql(`UPDATE upstreams SET host = 'elsewhere.example.com'`);
    await vi.waitUntil(() => cuts.length > 0, SOON);
    expect(await directory.lookUp(broken.username)).toBeUndefined();
    await credentialOf(whole.username);
  });
});

describe('within a second', () => {
  it('a new password is in force and what is open under the old one is cut', async () => {
    const proxy = await delivery.deliver();
    await open();
    let byte = 0xab;
    const took = await usually(async () => {
      byte += 1;
      const old = await credentialOf(proxy.username);
      const cuts = openUnder(old);
      await delivery.sql(
        `UPDATE proxies SET password_hash = decode(repeat($2, 32), 'hex') WHERE id = $1`,
        proxy.proxy_id,
        byte.toString(16),
      );
      const since = performance.now();
      await vi.waitUntil(() => cuts.length > 0, SOON);
      expect(cuts).toEqual(['revoked']);
      const renewed = await credentialOf(proxy.username);
      expect(renewed).not.toBe(old);
      expect(renewed.passwordHash).toEqual(Buffer.alloc(32, byte));
      return performance.now() - since;
    });
    expect(took).toBeLessThan(1_000);
  });

  it('a proxy that is taken back, by its expiry or for good, is refused and cut', async () => {
    const [refunded, deleted] = [await delivery.deliver(), await delivery.deliver()];
    await open();
    const cuts = [refunded, deleted].map(async ({ username }) => openUnder(await credentialOf(username)));
    await delivery.sql(`UPDATE proxies SET expires_at = now() WHERE id = $1`, refunded.proxy_id);
    await delivery.sql('DELETE FROM proxies WHERE id = $1', deleted.proxy_id);
    for (const cut of await Promise.all(cuts)) await vi.waitUntil(() => cut.length > 0, SOON);
    for (const { username } of [refunded, deleted]) expect(await directory.lookUp(username)).toBeUndefined();
    expect(directory.size).toBe(0);
  });

  it('another exit, of the proxy or of its address, is in force and what is open is cut', async () => {
    const [moved, renumbered] = [await delivery.deliver(), await delivery.deliver()];
    await open();
    const cuts = await Promise.all([moved, renumbered].map(async ({ username }) => openUnder(await credentialOf(username))));
    await delivery.sql(
      `UPDATE addresses SET ip = '192.0.2.7' WHERE id = (SELECT address_id FROM proxies WHERE id = $1)`,
      renumbered.proxy_id,
    );
    await delivery.sql(
      `WITH added AS (INSERT INTO addresses (country, ip, free_at) VALUES ('fr', '2001:db8::7', now()) RETURNING id)
       UPDATE proxies SET address_id = added.id FROM added WHERE proxies.id = $1`,
      moved.proxy_id,
    );
    await vi.waitUntil(() => cuts.every((cut) => cut.length > 0), SOON);
    expect((await credentialOf(renumbered.username)).exit).toEqual({ kind: 'address', ip: '192.0.2.7' });
    expect((await credentialOf(moved.username)).exit).toEqual({ kind: 'address', ip: '2001:db8::7' });
  });

  it('a renewal is known and cuts nothing', async () => {
    const proxy = await delivery.deliver();
    await open();
    const credential = await credentialOf(proxy.username);
    const [cuts, expiry] = [openUnder(credential), credential.expiresAt];
    await delivery.sql(`UPDATE proxies SET expires_at = expires_at + interval '30 days' WHERE id = $1`, proxy.proxy_id);
    await vi.waitUntil(() => credential.expiresAt === expiry + 30 * 86_400_000, SOON);
    expect(cuts).toEqual([]);
    expect(await credentialOf(proxy.username)).toBe(credential);
  });

  it('what is open under a proxy that expires is cut, and it is not found any more', async () => {
    const proxy = await delivery.deliver();
    let ahead = 0;
    await open({ now: () => Date.now() + ahead });
    const cuts = openUnder(await credentialOf(proxy.username));
    ahead = 30 * 86_400_000;
    expect(await directory.lookUp('somebody else')).toBeUndefined();
    await vi.waitUntil(() => cuts.length > 0, SOON);
    expect(cuts).toEqual(['expired']);
    expect(await directory.lookUp(proxy.username)).toBeUndefined();
  });

  it('many changes at once are all known', async () => {
    const proxies = await Promise.all(Array.from({ length: 30 }, () => delivery.deliver()));
    await open();
    const cuts = await Promise.all(proxies.map(async ({ username }) => openUnder(await credentialOf(username))));
    await delivery.sql(`UPDATE proxies SET password_hash = decode(repeat('cd', 32), 'hex')`);
    await vi.waitUntil(() => cuts.every((cut) => cut.length === 1), SOON);
  });
});

describe('without a database', () => {
  let line: DatabaseLine;
  beforeEach(async () => {
    line = await openDatabaseLine(delivery.gatewayUrl);
  });
  afterEach(() => line.close());

  it('known credentials work on and unknown ones are refused; afterwards it knows what happened meanwhile', async () => {
    const [stays, changes, goes] = [await delivery.deliver(), await delivery.deliver(), await delivery.deliver()];
    await open({ databaseUrl: line.url });
    const known = await Promise.all([stays, changes, goes].map(({ username }) => credentialOf(username)));
    const [kept = [], revoked = [], gone = []] = known.map(openUnder);
    line.cut();
    await vi.waitUntil(() => !directory.connected, SOON);
    expect([stays, changes, goes].map(({ username }) => directory.known(username))).toEqual(known);
    expect(await directory.lookUp('nobody')).toBeUndefined();

    const bought = await delivery.deliver();
    await delivery.sql(`UPDATE proxies SET password_hash = decode(repeat('ab', 32), 'hex') WHERE id = $1`, changes.proxy_id);
    await delivery.sql('DELETE FROM proxies WHERE id = $1', goes.proxy_id);
    line.mend();
    await vi.waitUntil(() => revoked.length > 0 && gone.length > 0, SOON);
    expect(kept).toEqual([]);
    expect(directory.known(stays.username)).toBe(known[0]);
    expect(directory.known(bought.username)).toMatchObject({ proxyId: bought.proxy_id });
    expect(await directory.lookUp(goes.username)).toBeUndefined();
  });

  it('it opens empty after a while, and fills once there is one', async () => {
    const proxy = await delivery.deliver();
    line.cut();
    await open({ databaseUrl: line.url });
    expect(directory).toMatchObject({ size: 0, connected: false, syncedAt: null });
    expect(directory.known(proxy.username)).toBeUndefined();
    line.mend();
    await vi.waitUntil(() => directory.size === 1, SOON);
  });

  it('a connection that PostgreSQL ends is made anew, and nothing of the meantime is missed', async () => {
    const proxy = await delivery.deliver();
    await open();
    const credential = await credentialOf(proxy.username);
    const cuts = openUnder(credential);
    await changeBehindItsBack(`UPDATE proxies SET password_hash = decode(repeat('ab', 32), 'hex')`);
    await vi.waitUntil(() => cuts.length > 0, SOON);
    expect((await credentialOf(proxy.username)).passwordHash).toEqual(Buffer.alloc(32, 0xab));
  });
});

/** Changes the database without a word to anybody, and breaks the lines that listen. */
async function changeBehindItsBack(sql: string): Promise<void> {
  const admin = new Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query(
    `SET session_replication_role = replica; ${sql};
     SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'entry point directory'`,
  );
  await admin.end();
}

describe('100,000 credentials', () => {
  it('are known after the start, and reading them again changes what has changed and nothing else', {
    timeout: 240_000,
  }, async () => {
    await delivery.deliver();
    await changeBehindItsBack(`
      INSERT INTO addresses (id, country, ip, free_at)
        SELECT 1000 + i, 'fr', '172.16.0.0'::inet + i, now() FROM generate_series(1, 100000) i;
      INSERT INTO proxies (id, order_id, position, account_id, country, address_id, username, password_ciphertext, password_key_id,
                           password_hash, created_at, expires_at)
        SELECT 'px_' || i, 1000 + i, 1, 1, 'fr', 1000 + i, 'isp' || i, '', 'none', decode(repeat(md5(i::text), 2), 'hex'), now(),
               now() + interval '30 days'
        FROM generate_series(1, 100000) i`);
    await open();
    // The start waits for ten seconds.
    await vi.waitUntil(() => directory.syncedAt !== null, { timeout: 120_000 });
    expect(directory.size).toBe(100_001);
    const [changed, gone, kept] = await Promise.all(['isp7', 'isp8', 'isp77777'].map(credentialOf));
    expect(kept).toMatchObject({ proxyId: 'px_77777', exit: { ip: '172.17.47.209' } });
    const cuts = [changed, gone, kept].map((credential) => (credential ? openUnder(credential) : []));
    await changeBehindItsBack(
      `UPDATE proxies SET password_hash = repeat('x', 32)::bytea WHERE id = 'px_7'; DELETE FROM proxies WHERE id = 'px_8'`,
    );
    await vi.waitUntil(() => directory.size === 100_000, { timeout: 90_000 });
    expect(cuts).toEqual([['revoked'], ['revoked'], []]);
    expect(directory.known('isp77777')).toBe(kept);
  });
});
