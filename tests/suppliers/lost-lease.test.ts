/** A run that was silent for too long has nothing more to say, whatever its supplier told it. */
import { expect, test, vi } from 'vitest';
import { newKey, newReseller, replayed } from '#tests/harness/reseller.ts';
import { addSupplierTo, booksAreRight, suppliedSite } from '#tests/harness/supplied.ts';

// So long that both runs hear their answers whenever the test gives them.
const pair = suppliedSite({ env: { SUPPLIER_PATIENCE_SECONDS: '20', SUPPLIER_GIVE_UP_SECONDS: '60' } });

test('a refusal that a run hears after another has taken its order over closes nothing: what that one buys is delivered', async () => {
  const { shop, line } = pair();
  const { prisma } = shop.services.db;
  const { account } = await addSupplierTo(pair(), 'told-twice', { countries: ['fr'] });
  const buyer = await newReseller(shop, { balance: 100 });
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const firstMayHear = Promise.withResolvers<void>();
  const secondMayAsk = Promise.withResolvers<void>();
  line.behave(async (_key, attempt) => {
    asked[attempt - 1]?.resolve();
    if (attempt > 1) return secondMayAsk.promise.then(() => 'none');
    return firstMayHear.promise.then(() => 'refused');
  });

  const key = newKey();
  const first = buyer.buy(key, { country: 'fr', qty: 2 });
  await asked[0].promise;
  await prisma.fulfilment.updateMany({ data: { leaseUntil: new Date(0) } });
  await asked[1].promise;
  firstMayHear.resolve();
  expect((await first).body).toMatchObject({ code: 'request_in_progress' });
  secondMayAsk.resolve();
  await vi.waitFor(async () => expect(await prisma.order.count({ where: { status: 'processing' } })).toBe(0), {
    timeout: 30_000,
    interval: 100,
  });
  line.behave(() => 'none');
  expect(replayed(await buyer.buy(key, { country: 'fr', qty: 2 })).proxies.length).toBe(2);
  expect(await prisma.supplierOrder.findMany()).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  expect(await account.money()).toBe(9_994.2);
  await booksAreRight(pair());
});
