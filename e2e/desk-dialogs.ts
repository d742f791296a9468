/** Every dialog of the desk, each with what it takes to open it. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { OrderId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import { refund } from '#server/plugins/orders/port.ts';
import { addCode } from '#server/plugins/promotions/port.ts';
import { addAddresses, retire } from '#server/plugins/proxies/port.ts';
import { putFailedOrder } from '#tests/harness/orders.ts';
import { buyProxies, type SiteUnderTest, type TestAccount } from './site.ts';

/** What the dialogs are about. */
interface DeskWorld {
  readonly accountId: number;
  readonly orderId: number;
  readonly code: string;
  /** By which the supplier knows the purchase that is claimed. */
  readonly claim: string;
}

/** Puts in place what the dialogs are about: failed orders, a claim, a payment on hold, a live proxy, a retired address, a promo code, later prices. */
export async function newDeskWorld(site: SiteUnderTest, services: Services, customer: TestAccount): Promise<DeskWorld> {
  const { db } = services;
  const { id: accountId, email } = customer;
  await buyProxies(site, services, customer, { country: 'fr', qty: 1 });
  const failed = (name: string) =>
    putFailedOrder({ services }, { accountId, email }, { key: `${name}-${accountId}`, country: 'fr', qty: 2 });
  const orderId = await failed('dialogs');
  const paid = { id: randomUUID(), attemptKey: randomUUID(), provider: 'stripe', amountCents: 5_000 };
  await db.prisma.payment.create({ data: { ...paid, accountId, state: 'held', heldBecause: '€1.00 came in' } });
  const claim = await putClaim(services, await failed('claimed'), `shop-${accountId}`);
  const ip = `198.18.${accountId >> 8}.${accountId % 256}`;
  await addAddresses(db, 'eu', [ip]);
  const { id } = await db.prisma.address.findFirstOrThrow({ where: { ip } });
  await db.transaction((tx) => retire(tx, services, [id]));
  const code = `DIALOG-${String(accountId).padStart(6, '0')}`;
  await addCode(db, { code, discountBp: 1_000, startsAt: new Date(), endsAt: null, totalUses: 5 });
  const beginsAt = new Date(Date.now() + 300 * 24 * 60 * 60 * 1_000 + accountId * 1_000);
  await db.prisma.priceTier.create({ data: { country: 'eu', beginsAt, minQty: 1, unitPriceCents: 240 } });
  return { accountId, orderId, code, claim };
}

/** A supplier, paused, that was paid for an order which is refunded; with two hours of calls. @returns the purchase's key. */
async function putClaim(services: Services, orderId: OrderId, name: string): Promise<string> {
  const { prisma } = services.db;
  const sealed = { apiKeyCiphertext: Buffer.from('sealed'), apiKeyKeyId: 'none' };
  const urls = { baseUrl: 'https://example.com/api', checkUrl: 'https://example.com/ip' };
  const { id: supplierId } = await prisma.supplier.create({ data: { name, ...sealed, ...urls, pausedAt: new Date() } });
  const thisHour = new Date().setUTCMinutes(0, 0, 0);
  for (const [worked, failed, hoursAgo] of [
    [240, 0, 3],
    [180, 60, 2],
  ] as const) {
    const hour = new Date(thisHour - hoursAgo * 60 * 60 * 1_000);
    await prisma.supplierCall.create({ data: { supplierId, hour, worked, failed } });
  }
  const bought = { supplierId, orderId, key: `order-${orderId}-${name}`, country: 'fr', qty: 2, attempts: 1 } as const;
  const answer = {
    status: 'faulty',
    problem: 'wrong_country',
    remoteOrderId: 812,
    costCents: 460,
    answeredAt: new Date(),
  } as const;
  await prisma.supplierOrder.create({ data: { ...bought, ...answer } });
  await refund(services, { orderId, actorId: null, reason: 'Refunded by a test' });
  return bought.key;
}

interface DeskDialog {
  readonly name: string;
  path(world: DeskWorld): string;
  /** What opens it, pressed one after the other. */
  press(page: Page, world: DeskWorld): readonly Locator[];
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const ofAccount = (name: string): DeskDialog => ({
  name,
  path: ({ accountId }) => `/desk/accounts/${accountId}`,
  press: (page) => [button(page, name)],
});

const ofPage = (path: string, name: string | RegExp): DeskDialog => ({
  name: String(name),
  path: () => path,
  press: (page) => [button(page, name)],
});

const ofChosen = (state: string, name: RegExp): DeskDialog => ({
  name: String(name),
  path: () => `/desk/stock?state=${state}`,
  press: (page) => [page.getByRole('checkbox', { name: /^Choose / }).first(), button(page, name)],
});

export const deskDialogs: readonly DeskDialog[] = [
  ofAccount('Credit or debit'),
  ofAccount('Change the cap'),
  ofAccount('Turn reseller mode on or off'),
  ofAccount('Change the tier'),
  ofAccount('Change the review discount'),
  ofAccount('Sign out everywhere'),
  ofAccount('Lock'),
  { name: 'Deliver now', path: ({ orderId }) => `/desk/settlement/${orderId}`, press: (page) => [button(page, 'Deliver now')] },
  { name: 'Refund', path: ({ orderId }) => `/desk/settlement/${orderId}`, press: (page) => [button(page, /^Refund/)] },
  ofPage('/desk/settlement', /^Close the payment/),
  {
    name: 'Close the claim',
    path: () => '/desk/settlement/claims',
    press: (page, { claim }) => [button(page, `Close the claim of ${claim}`)],
  },
  ofPage('/desk/stock', 'Import addresses'),
  ofPage('/desk/stock', /^Change$/),
  ofPage('/desk/stock?state=leased', /^Replace /),
  ofChosen('leased', /^Retire \d/),
  ofChosen('retired', /^Put \d+ back/),
  ofPage('/desk/prices?country=fr', 'Change the prices'),
  ofPage('/desk/prices?country=eu', 'Take back'),
  ofPage('/desk/prices', 'Add a code'),
  { name: 'End a code', path: () => '/desk/prices', press: (page, { code }) => [button(page, `End ${code}`)] },
  ofPage('/desk/prices', 'Change the odds'),
];

/** Opens a dialog. @returns it, once it is there. */
export async function openDeskDialog(page: Page, world: DeskWorld, { path, press }: DeskDialog): Promise<Locator> {
  await page.goto(path(world));
  for (const control of press(page, world)) await control.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
  return dialog;
}
