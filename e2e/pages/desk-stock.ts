/** The desk's pages of stock and prices. */
import type { Locator, Page } from '@playwright/test';

/** A dialog that changes something is confirmed with a reason. */
async function confirm(dialog: Locator, button: string | RegExp): Promise<void> {
  await dialog.getByLabel('Reason').fill('a journey of a test');
  await dialog.getByRole('button', { name: button }).click();
}

export class DeskStockPage {
  readonly charts: Locator;
  readonly search: Locator;
  readonly lines: Locator;
  readonly dialog: Locator;
  readonly found: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.charts = page.getByRole('img', { name: /^Free addresses in/ });
    this.search = page.getByRole('searchbox', { name: 'Address' });
    this.lines = page.getByRole('table', { name: 'Addresses' }).locator('tbody').getByRole('row');
    this.dialog = page.getByRole('dialog');
    this.found = this.dialog.getByRole('status');
  }

  async open(): Promise<void> {
    await this.page.goto('/desk/stock');
  }

  /** A figure of the pool. */
  figure(country: string, column: string): Locator {
    const row = this.page.getByRole('table', { name: 'Stock by country' }).getByRole('row').filter({ hasText: country });
    return row.locator(`[data-label="${column}"]`);
  }

  /** Opens the import with a list, and waits for what it would come to. */
  async preview(list: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Import addresses' }).click();
    await this.dialog.getByLabel('Addresses').fill(list);
    await this.dialog.getByRole('button', { name: 'Preview' }).click();
    await this.found.waitFor();
  }

  async import(): Promise<void> {
    await confirm(this.dialog, /^Add \d/);
    await this.dialog.waitFor({ state: 'hidden' });
  }

  async find(address: string): Promise<void> {
    await this.search.fill(address);
    await this.search.press('Enter');
  }

  line(address: string): Locator {
    return this.lines.filter({ hasText: address });
  }

  async retire(...addresses: string[]): Promise<void> {
    for (const address of addresses) await this.page.getByRole('checkbox', { name: `Choose ${address}` }).check();
    await this.page.getByRole('button', { name: `Retire ${addresses.length}` }).click();
    await confirm(this.dialog, 'Retire');
    await this.dialog.waitFor({ state: 'hidden' });
  }

  async replace(address: string): Promise<void> {
    await this.page.getByRole('button', { name: `Replace ${address}`, exact: true }).click();
    await confirm(this.dialog, 'Replace the address');
    await this.dialog.waitFor({ state: 'hidden' });
  }

  async rest(days: number): Promise<void> {
    await this.page.getByRole('button', { name: 'Change', exact: true }).click();
    await this.dialog.getByLabel('Days of rest').fill(String(days));
    await confirm(this.dialog, 'Set the rest');
    await this.dialog.waitFor({ state: 'hidden' });
  }
}

/** The promo codes of the page of prices. */
class Codes {
  readonly add: Locator;
  private readonly region: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Promo codes' });
    this.add = this.region.getByRole('button', { name: 'Add a code' });
  }

  line(code: string): Locator {
    return this.region.getByRole('row').filter({ hasText: code });
  }
}

/** The wheel of the page of prices. */
class Wheel {
  readonly region: Locator;
  readonly change: Locator;
  readonly lines: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Daily wheel' });
    this.change = this.region.getByRole('button', { name: 'Change the odds' });
    this.lines = this.region.locator('tbody').getByRole('row');
  }
}

export class DeskPricesPage {
  readonly codes: Codes;
  readonly wheel: Wheel;
  readonly chart: Locator;
  readonly figures: Locator;
  readonly change: Locator;
  readonly dialog: Locator;
  readonly steps: Locator;
  readonly later: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.codes = new Codes(page);
    this.wheel = new Wheel(page);
    this.chart = page.getByRole('img', { name: /^What 1 to/ });
    this.figures = page.getByText('Every quantity in figures');
    this.change = page.getByRole('button', { name: 'Change the prices' });
    this.dialog = page.getByRole('dialog');
    this.steps = page
      .getByRole('table', { name: /^Prices in force/ })
      .locator('tbody')
      .getByRole('row');
    this.later = page.getByRole('region', { name: /^Later prices/ });
  }

  async open(country?: string): Promise<void> {
    await this.page.goto(country ? `/desk/prices?country=${country}` : '/desk/prices');
  }

  /** Fills in a step of the open dialog, the first being 1. */
  async step(nth: number, from: number, euros: string): Promise<void> {
    await this.dialog.getByLabel(`Step ${nth}, from how many`).fill(String(from));
    await this.dialog.getByLabel(`Step ${nth}, euros each`).fill(euros);
  }

  /** Fills in the dialog of a new code. */
  async fillCode({ code, discount, uses }: { code: string; discount: string; uses: string }): Promise<void> {
    await this.dialog.getByLabel('Code').fill(code);
    await this.dialog.getByLabel('Discount, per cent').fill(discount);
    await this.dialog.getByLabel('Purchases in all').fill(uses);
  }

  /** Fills in a prize of the open dialog, the first being 1. */
  async prize(nth: number, percent: string, weight: string): Promise<void> {
    await this.dialog.getByLabel(`Prize ${nth}, per cent`).fill(percent);
    await this.dialog.getByLabel(`Prize ${nth}, weight`).fill(weight);
  }

  /** Confirms a dialog that may refuse. */
  submit(button: string): Promise<void> {
    return confirm(this.dialog, button);
  }

  async set(button: string): Promise<void> {
    await this.submit(button);
    await this.dialog.waitFor({ state: 'hidden' });
  }
}
