/** 500: trouble inside is told as server_error, with all the headers and nothing of the trouble; the server lives on. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#server/rest/contract.ts';
import { call, refused } from '#tests/harness/client.ts';
import { type DatabaseLine, openDatabaseLine } from '#tests/harness/database-line.ts';
import { BASE, balanceOf, created, newKey, newReseller, replayed } from '#tests/harness/reseller.ts';
import { type OwnSite, startSite } from '#tests/harness/site.ts';

let site: OwnSite;
let line: DatabaseLine;

beforeAll(async () => {
  site = await startSite({
    stock: 50,
    route: async (url) => {
      line = await openDatabaseLine(url);
      return line.url;
    },
  });
});
afterAll(async () => {
  await site?.server.stop();
  await site?.services.db.close();
  await line?.close();
});

describe('the database is away', () => {
  test.each(operations)('$method $path', async ({ method, path }) => {
    const { auth } = await newReseller(site);
    line.cut();
    const answer = await call(site, { method, path, headers: auth });
    line.mend();
    refused(answer, 500, 'server_error');
    expect(answer.rateLimit.limit).toBe(120);
  });

  test('what needs no database is answered all the same', async () => {
    line.cut();
    refused(await call(site, { path: `${BASE}/balance` }), 401, 'missing_key');
    refused(await call(site, { path: `${BASE}/balance`, headers: { Authorization: 'Bearer nonsense' } }), 401, 'invalid_key');
    refused(await call(site, { path: `${BASE}/nothing` }), 404, 'not_found');
    line.mend();
  });

  test('as soon as it is back, so is the API', async () => {
    const reseller = await newReseller(site, { balance: 4 });
    line.cut();
    refused(await reseller.balance(), 500, 'server_error');
    line.mend();
    expect(balanceOf(await reseller.balance())).toBe(4);
  });
});

describe('a purchase whose commit', () => {
  test('did not arrive: nothing happened, and the same key buys', async () => {
    const reseller = await newReseller(site, { balance: 10 });
    const key = newKey();
    const lost = line.cutAtCommit('before', key);
    refused(await reseller.buy(key, { country: 'fr', qty: 1 }), 500, 'server_error');
    await lost;
    expect(await reseller.money()).toBe(10);
    // PostgreSQL gives the key back once it has noticed that the connection is gone.
    await expect
      .poll(
        () => site.services.db.prisma.$queryRaw`
          SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
          WHERE locktype = 'advisory' AND datname = current_database()`,
      )
      .toEqual([]);
    expect(created(await reseller.buy(key, { country: 'fr', qty: 1 })).balance).toBe(7.1);
  });

  test('arrived, but whose answer was lost: the same key gives that order, debited once', async () => {
    const reseller = await newReseller(site, { balance: 10 });
    const key = newKey();
    const lost = line.cutAtCommit('after', key);
    refused(await reseller.buy(key, { country: 'fr', qty: 1 }), 500, 'server_error');
    await lost;
    expect(replayed(await reseller.buy(key, { country: 'fr', qty: 1 })).balance).toBe(7.1);
    expect(await reseller.money()).toBe(7.1);
  });
});

describe('a fault in the middle of a purchase', () => {
  test.each(['ledger_entries', 'invoices', 'proxies', 'orders'])(
    'on writing %s leaves nothing behind, and the same key buys',
    async (table) => {
      const run = (sql: string) => site.services.db.prisma.$executeRawUnsafe(sql);
      const reseller = await newReseller(site, { balance: 10 });
      const key = newKey();
      await run(
        `CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'canary-9c1f in a fault'; END $$`,
      );
      await run(`CREATE TRIGGER fault BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION fault()`);
      const answer = await reseller.buy(key, { country: 'fr', qty: 1 });
      await run(`DROP TRIGGER fault ON ${table}`);
      expect(JSON.stringify(refused(answer, 500, 'server_error'))).not.toContain('canary-9c1f');
      expect(await reseller.money()).toBe(10);
      // The log tells it, under the id that the answer carries.
      const id = String(answer.headers['x-request-id']);
      const told = () =>
        site.server
          .output()
          .split('\n')
          .find((logged) => logged.includes(id));
      await expect.poll(told).toContain('canary-9c1f in a fault');
      created(await reseller.buy(key, { country: 'fr', qty: 1 }));
    },
  );
});
