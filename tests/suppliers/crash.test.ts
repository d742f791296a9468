/** kill -9 at every point of an order that a supplier delivers: another run goes on with it, and everybody is charged once. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { call } from '#tests/harness/client.ts';
import { type DatabaseLine, openDatabaseLine } from '#tests/harness/database-line.ts';
import { BASE, newKey, newReseller, replayed } from '#tests/harness/reseller.ts';
import { startServer } from '#tests/harness/server.ts';
import { addSupplierTo, booksAreRight, suppliedSite } from '#tests/harness/supplied.ts';

let database: DatabaseLine;

const pair = suppliedSite({
  route: async (url) => {
    database = await openDatabaseLine(url);
    return database.url;
  },
});
afterAll(() => database.close());

/** What is about to happen when the shop dies: a request on the line to the supplier, or a statement by its name. */
const points: readonly [string, (die: () => Promise<void>) => void][] = [
  ['before the order is written', (die) => void database.holdAt('orders.insert').then(die)],
  ['before the order is begun', (die) => void database.holdAt('orders.begin').then(die)],
  ['before the supplier is asked', (die) => void database.holdAt('suppliers.count_attempt').then(die)],
  [
    'when the supplier has not heard yet',
    (die) =>
      pair().line.behave(async (_key, attempt) => {
        if (attempt === 1) await die();
        return attempt === 1 ? 'cut_before' : 'none';
      }),
  ],
  [
    'when the supplier has sold',
    (die) =>
      pair().line.onAnswer(async () => {
        pair().line.onAnswer(null);
        await die();
      }),
  ],
  ['before the delivery is written', (die) => void database.holdAt('suppliers.answer').then(die)],
  ['while the delivery is written', (die) => void database.holdAt('proxies.insert_upstream').then(die)],
  ['before what came is counted', (die) => void database.holdAt('suppliers.standing').then(die)],
  ['before the order ends', (die) => void database.holdAt('orders.end').then(die)],
  ['before the proxies are written', (die) => void database.holdAt('proxies.insert\0').then(die)],
  ['before the invoice is written', (die) => void database.holdAt('billing.invoice').then(die)],
];

describe('kill -9', () => {
  test.for(points)('%s', { timeout: 120_000 }, async ([, arm]) => {
    const site = pair();
    const { line } = site;
    line.behave(() => 'none');
    const name = `killed-${Date.now()}`;
    const { account } = await addSupplierTo(site, name, { countries: ['fr'], balance: 100 });
    await site.shop.services.db.prisma.supplier.updateMany({ where: { name: { not: name } }, data: { pausedAt: new Date() } });
    const buyer = await newReseller(site.shop, { balance: 100 });
    const key = newKey();

    const dead = Promise.withResolvers<void>();
    arm(async () => {
      await site.shop.server.kill();
      dead.resolve();
    });
    const lost = buyer.buy(key, { country: 'fr', qty: 2 }).catch(() => null);
    await dead.promise;
    await lost;
    line.onAnswer(null);
    database.cut();
    database.mend();

    const server = await startServer({ ...process.env, ...site.shop.env, DATABASE_URL: database.url });
    site.shop = { ...site.shop, server, port: server.port };
    const { prisma } = site.shop.services.db;
    await vi.waitFor(async () => expect(await prisma.order.count({ where: { status: 'processing' } })).toBe(0), {
      timeout: 60_000,
      interval: 250,
    });
    const answer = await call(site.shop, {
      method: 'POST',
      path: `${BASE}/buy`,
      headers: { ...buyer.auth, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ country: 'fr', qty: 2 }),
    });
    if (answer.status !== 201) replayed(answer);
    expect(await prisma.order.count({ where: { accountId: buyer.accountId } })).toBe(1);
    expect(await buyer.money()).toBe(94.2);
    expect(await account.money()).toBe(94.2);
    await booksAreRight(site);
  });
});
