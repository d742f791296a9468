/** Every dialog of the desk, each with what it takes to open it. */
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Services } from '#server/kernel/services.ts';
import { addCode } from '#server/plugins/promotions/port.ts';
import { addAddresses, retire } from '#server/plugins/proxies/port.ts';
import { putFailedOrder } from '#tests/harness/orders.ts';
import { buyProxies, type SiteUnderTest, type TestAccount } from './site.ts';

/** What the dialogs are about. */
interface DeskWorld {
  readonly accountId: number;
  readonly orderId: number;
  readonly code: string;
}

/** Puts in place what the dialogs are about: a failed order, a live proxy, a retired address, a promo code, later prices. */
export async function newDeskWorld(site: SiteUnderTest, services: Services, customer: TestAccount): Promise<DeskWorld> {
  const { db } = services;
  const unique = randomBytes(5);
  await buyProxies(site, services, customer, { country: 'fr', qty: 1 });
  const owner = { accountId: customer.id, email: customer.email };
  const orderId = await putFailedOrder({ services }, owner, { key: `dialogs-${customer.id}`, country: 'fr', qty: 2 });
  const ip = `198.18.${unique[0]}.${unique[1]}`;
  await addAddresses(db, 'eu', [ip]);
  const { id } = await db.prisma.address.findFirstOrThrow({ where: { ip } });
  await db.transaction((tx) => retire(tx, services, [id]));
  const code = `DIALOG-${unique.toString('hex').toUpperCase()}`;
  await addCode(db, { code, discountBp: 1_000, startsAt: new Date(), endsAt: null, totalUses: 5 });
  const beginsAt = new Date(Date.now() + 300 * 24 * 60 * 60 * 1_000 + unique.readUInt16BE() * 1_000);
  await db.prisma.priceTier.create({ data: { country: 'eu', beginsAt, minQty: 1, unitPriceCents: 240 } });
  return { accountId: customer.id, orderId, code };
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
