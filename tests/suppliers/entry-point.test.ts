/**
 * Whatever happens on the line to a supplier's entry point: what does not connect reaches no customer, and whoever uses what was delivered is
 * refused or cut in time, alone, and counted rightly.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OrderId } from '#server/kernel/ids.ts';
import * as orders from '#server/plugins/orders/port.ts';
import { DATA_BEFORE, type EntryFault, entryFaults } from '#tests/harness/faulty-entry.ts';
import { buy, type GatewaySite, metric } from '#tests/harness/gateway.ts';
import { answerOf, connect } from '#tests/harness/http-proxy.ts';
import { created, newKey, newReseller } from '#tests/harness/reseller.ts';
import { ask, openTunnel, reply, request } from '#tests/harness/socks5.ts';
import { addSupplierTo, booksAreRight, suppliedSite } from '#tests/harness/supplied.ts';
import { startEcho, type Target } from '#tests/harness/targets.ts';
import { Wire } from '#tests/harness/wire.ts';

const CONNECT_SECONDS = 6;
/** From the connection to the refusal, on a machine that has other things to do: long before a tunnel would be closed for being idle. */
const IN_TIME_MS = 5 * CONNECT_SECONDS * 1_000;

const pair = suppliedSite({ env: { GATEWAY_CONNECT_SECONDS: String(CONNECT_SECONDS) } });

/** Those with which a proxy works all the same, and those that fall behind the handshake. */
const harmless: readonly EntryFault[] = ['none', 'slow'];
const inData: readonly EntryFault[] = ['cut_in_data', 'ends_in_data'];
const faulty = entryFaults.filter((fault) => !harmless.includes(fault));

/** A supplier of its own for each, so that no key comes near its rate limit and no health counts. */
async function freshSupplier(fault: string): Promise<void> {
  await pair().shop.services.db.prisma.supplier.updateMany({ data: { pausedAt: new Date() } });
  await addSupplierTo(pair(), fault.replaceAll('_', '-'), { countries: ['fr'] });
}

describe('during the delivery', { timeout: 180_000 }, () => {
  /** An order that fails because its proxies do not connect is settled both ways. */
  async function failsAndIsSettled(begin: () => unknown, end: () => unknown): Promise<void> {
    const { services } = pair().shop;
    const buyer = await newReseller(pair().shop, { balance: 100 });
    for (const settle of [orders.deliverNow, orders.refund]) {
      await begin();
      const answer = await buyer.buy(newKey(), { country: 'fr', qty: 2 });
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 500, code: 'order_failed' });
      const orderId = Number(answer.body.order_id) as OrderId;
      const { failure } = await services.db.prisma.fulfilment.findUniqueOrThrow({ where: { orderId } });
      expect(failure).toBe('does_not_connect');
      await booksAreRight(pair());
      await end();
      expect((await settle(services, { orderId, actorId: null, reason: 'Settled by a test' })).outcome).toMatch(
        /delivered|refunded/,
      );
    }
    // One was delivered, one given back.
    expect(await buyer.money()).toBe(94.2);
    await booksAreRight(pair());
  }

  test.for(faulty)('%s once: the second try delivers', async (fault) => {
    await freshSupplier(`once-${fault}`);
    const buyer = await newReseller(pair().shop, { balance: 100 });
    pair().entry.behave((nth) => (nth === 1 ? fault : 'none'));
    expect(created(await buyer.buy(newKey(), { country: 'fr', qty: 2 })).proxies).toHaveLength(2);
    await booksAreRight(pair());
  });

  test.for(faulty)('%s each time: nothing is delivered, and support settles it both ways', async (fault) => {
    await freshSupplier(`always-${fault}`);
    await failsAndIsSettled(
      () => pair().entry.behave(() => fault),
      () => pair().entry.behave(() => 'none'),
    );
  });

  test('nobody listens: the same', async () => {
    await freshSupplier('refused');
    pair().entry.behave(() => 'none');
    await failsAndIsSettled(pair().entry.shut, pair().entry.open);
  });

  test('slow each time is no fault', async () => {
    await freshSupplier('slow');
    const buyer = await newReseller(pair().shop, { balance: 100 });
    pair().entry.behave(() => 'slow');
    expect(created(await buyer.buy(newKey(), { country: 'fr', qty: 2 })).proxies).toHaveLength(2);
  });
});

describe('after the delivery', { timeout: 120_000 }, () => {
  let echo: Target;
  let proxies: GatewaySite['proxies'];
  /** Another customer's, through the same entry point, all the while. */
  let neighbour: Wire;

  beforeAll(async () => {
    const { shop, entry } = pair();
    echo = await startEcho();
    entry.behave(() => 'none');
    await freshSupplier('delivered');
    const [one, other] = await Promise.all([0, 1].map(() => newReseller(shop, { balance: 100 })));
    if (!one || !other) throw new Error('two customers are needed');
    proxies = await buy(shop, one, 2);
    const [theirs] = await buy(shop, other, 1);
    if (!theirs) throw new Error('nothing was bought');
    neighbour = await openTunnel(theirs.port, theirs, '127.0.0.1', echo.port);
  });
  afterAll(async () => {
    neighbour?.close();
    await echo?.close();
  });

  const proxy = (nth = 0) => {
    const one = proxies[nth];
    if (!one) throw new Error('nothing was bought');
    return one;
  };
  const talks = async (wire: Wire) => expect((await wire.send('still here').take(10)).toString()).toBe('still here');

  /** What a fault leaves behind: the others talk, the next connection works, and nothing stays open. */
  async function nothingElseFalls(): Promise<void> {
    await talks(neighbour);
    pair().entry.behave(() => 'none');
    const next = await openTunnel(proxy().port, proxy(), '127.0.0.1', echo.port);
    await talks(next);
    next.close();
    await vi.waitFor(async () => expect(await metric(pair().shop, 'gateway_tunnels')).toBe(1), { timeout: 30_000 });
  }

  async function isRefusedInTime(): Promise<void> {
    const { port } = proxy();
    const since = performance.now();
    const { wire, code } = await ask(port, proxy(), request('127.0.0.1', echo.port));
    expect(code).toBe(reply.generalFailure);
    await wire.takeRest();
    const overHttp = await Wire.open(port);
    overHttp.send(connect(proxy(), `127.0.0.1:${echo.port}`));
    expect(answerOf(await overHttp.takeHead()).status).toBe(502);
    await overHttp.takeRest();
    expect(performance.now() - since).toBeLessThan(2 * IN_TIME_MS);
  }

  test.for(faulty.filter((fault) => !inData.includes(fault)))('%s: refused in time', async (fault) => {
    pair().entry.behave(() => fault);
    await isRefusedInTime();
    await nothingElseFalls();
  });

  test('nobody listens: refused in time', async () => {
    const { entry } = pair();
    // The neighbour's tunnel leads over the line as well.
    await entry.shut();
    await neighbour.takeRest();
    neighbour.close();
    await isRefusedInTime();
    await entry.open();
    neighbour = await openTunnel(proxy(1).port, proxy(1), '127.0.0.1', echo.port);
    await nothingElseFalls();
  });

  test('slow: every byte arrives', async () => {
    pair().entry.behave(() => 'slow');
    const wire = await openTunnel(proxy().port, proxy(), '127.0.0.1', echo.port);
    const text = 'byte by byte '.repeat(100);
    expect((await wire.send(text).take(text.length)).toString()).toBe(text);
    wire.close();
    await nothingElseFalls();
  });

  test('cut in the data: the customer is cut as well', async () => {
    pair().entry.behave(() => 'cut_in_data');
    const wire = await openTunnel(proxy().port, proxy(), '127.0.0.1', echo.port);
    const { bytes, ending } = await wire.send('x'.repeat(1_000)).takeRest();
    expect(ending).toBe('reset');
    expect(bytes.length).toBeLessThanOrEqual(DATA_BEFORE);
    await nothingElseFalls();
  });

  test('finished in one direction: the customer hears the end and may go on sending; what passed is counted', async () => {
    const { shop, entry } = pair();
    const { prisma } = shop.services.db;
    const buyer = await newReseller(shop, { balance: 100 });
    const [counted] = await buy(shop, buyer, 1);
    if (!counted) throw new Error('nothing was bought');
    const used = async () => {
      const { upBytes, downBytes, connections } = (
        await prisma.proxyUsage.aggregate({
          where: { proxyId: counted.proxy_id },
          _sum: { upBytes: true, downBytes: true, connections: true },
        })
      )._sum;
      return [upBytes, downBytes, connections].map(Number);
    };
    entry.behave((nth) => (nth === 1 ? 'ends_in_data' : 'cut_in_reply'));
    const wire = await openTunnel(counted.port, counted, '127.0.0.1', echo.port);
    const { bytes, ending } = await wire.send('x'.repeat(1_000)).takeRest();
    expect({ length: bytes.length, ending }).toEqual({ length: DATA_BEFORE, ending: 'end' });
    wire.send('y'.repeat(500)).finishSending();
    const { code } = await ask(counted.port, counted, request('127.0.0.1', echo.port));
    expect(code).toBe(reply.generalFailure);
    // What was refused is no connection.
    await vi.waitFor(async () => expect(await used()).toEqual([1_500, DATA_BEFORE, 1]), { timeout: 60_000, interval: 500 });
    await nothingElseFalls();
  });
});
