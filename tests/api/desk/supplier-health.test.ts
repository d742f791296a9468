/** How often suppliers answered as they should: counted once for each call, whoever else counts at the same time, and not kept for ever. */
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { forgetOldCalls } from '#server/plugins/suppliers/port/watch.ts';
import { failed, insert, saw, setPaused, setTerms, soldOut, take, worked } from '#server/plugins/suppliers/store/suppliers.ts';
import { crowd } from '#tests/harness/crowd.ts';
import { newSupporter } from '#tests/harness/desk.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();
const HOUR_MS = 60 * 60 * 1_000;
const hourOf = (at: number) => new Date(Math.floor(at / HOUR_MS) * HOUR_MS).toISOString();

let made = 0;
/** A supplier that nobody looks at by itself. */
async function newSupplier(): Promise<{ id: number; name: string }> {
  made += 1;
  const name = `counted-${made}`;
  const { db } = site().services;
  const id = await db.transaction(async (tx) => {
    const key = { apiKeyCiphertext: Buffer.from('sealed'), apiKeyKeyId: 'none' };
    const added = await insert(tx, {
      name,
      baseUrl: 'https://example.com/api',
      checkUrl: 'https://example.com/ip',
      entryInside: false,
      ...key,
    });
    if (added === null) expect.fail('the name is taken');
    // Before anybody else sees it: the site's own job would look at it.
    await setPaused(tx, added, true);
    return added;
  });
  return { id, name };
}

const callsOf = (supplierId: number) => site().services.db.prisma.supplierCall.findMany({ where: { supplierId } });

test('calls that fail and work at once are each counted once, and wait for nobody for ever', async () => {
  const { db } = site().services;
  const { id, name } = await newSupplier();
  const looks = { balanceCents: cents(1_00), stock: [] };
  await crowd(60, async (nth) => {
    if (nth % 3 === 0) await failed(db, id, 'timeout');
    else if (nth % 3 === 1) await worked(db, id);
    else await db.transaction((tx) => saw(tx, id, looks, 60));
  });
  const calls = await callsOf(id);
  expect(calls.reduce((sum, call) => sum + call.failed, 0)).toBe(20);
  expect(calls.reduce((sum, call) => sum + call.worked, 0)).toBe(40);
  const { desk } = await newSupporter(site());
  const began = hourOf(Date.now());
  const shown = (await desk.overview.suppliers()).find((supplier) => supplier.name === name)?.hours ?? [];
  expect(shown.reduce((sum, hour) => sum + hour.failed, 0)).toBe(20);
  expect([began, hourOf(Date.now())]).toContain(shown.at(-1)?.hour);
});

test('purchases, refusals and looks at once wait for nobody for ever, and promise no more than the balance', async () => {
  const { db } = site().services;
  const { id } = await newSupplier();
  const stock = (['fr', 'es'] as const).map((country) => ({ country, available: 10_000, unitCents: cents(2_00) }));
  const look = () => db.transaction((tx) => saw(tx, id, { balanceCents: cents(59_00), stock }, 60));
  const buy = (country: 'fr' | 'es') => db.transaction((tx) => take(tx, id, country, 1));
  await db.transaction(async (tx) => {
    for (const { country } of stock) await setTerms(tx, id, { country, preference: 1, markupFloorBp: 0, capPerDay: 1_000 });
  });
  await look();
  const taken = await crowd(40, (nth) => buy(nth % 2 === 0 ? 'fr' : 'es'));
  expect(taken.filter(Boolean)).toHaveLength(29);

  const acts = [() => buy('fr'), () => soldOut(db, id, 'fr', 1), look, () => failed(db, id, 'timeout'), () => worked(db, id)];
  await crowd(200, async (nth) => void (await acts[nth % acts.length]?.()));
});

test('what is older than 30 days is forgotten, and an hour begins with the hour', async () => {
  const { db } = site().services;
  const { id: supplierId } = await newSupplier();
  const hour = new Date(Math.floor(Date.now() / HOUR_MS - 31 * 24) * HOUR_MS);
  await db.prisma.supplierCall.create({ data: { supplierId, hour, worked: 1 } });
  await worked(db, supplierId);
  await forgetOldCalls(site().services);
  expect(await callsOf(supplierId)).toHaveLength(1);
  const crooked = { supplierId, hour: new Date(hour.getTime() + 60_000), worked: 1 };
  await expect(db.prisma.supplierCall.create({ data: crooked })).rejects.toThrow();
});
