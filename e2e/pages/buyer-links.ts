/** Client area, Resale, Buyers and Links; and the page that a buyer sees. */
import type { Locator, Page } from '@playwright/test';

export class BuyersPage {
  readonly lines: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    const table = page.getByRole('table', { name: 'Buyers' });
    this.lines = table.getByRole('row').filter({ has: page.getByRole('cell') });
  }

  async open(): Promise<void> {
    await this.page.goto('/client/resale/buyers');
  }

  line(name: string): Locator {
    return this.lines.filter({ hasText: name });
  }

  async rename(from: string, to: string): Promise<void> {
    await this.page.getByRole('button', { name: `Rename ${from}` }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('New name').fill(to);
    await dialog.getByRole('button', { name: 'Rename' }).click();
  }
}

export class LinksPage {
  readonly lines: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    const table = page.getByRole('table', { name: 'Links' });
    this.lines = table.getByRole('row').filter({ has: page.getByRole('cell') });
  }

  async open(): Promise<void> {
    await this.page.goto('/client/resale/links');
  }

  /** Makes a link where the button for it is. @returns its address. */
  async make(button: string | RegExp, days = '7 days'): Promise<string> {
    await this.page.getByRole('button', { name: button }).first().click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByText(days, { exact: true }).click();
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const address = await dialog.getByText(/\/b\/[0-9A-Za-z]{30}$/).textContent();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    return address ?? '';
  }

  async revoke(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Revoke the link of ${name}` }).click();
    await this.page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
  }
}

export class BuyerLinkPage {
  readonly proxies: Locator;
  /** Where all of them are copied and downloaded. */
  readonly bar: Locator;
  readonly format: Locator;
  readonly copyAll: Locator;
  readonly download: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.proxies = page.getByRole('list', { name: 'Your proxies' }).getByRole('listitem');
    this.format = page.getByLabel('Format');
    this.bar = page.getByRole('region', { name: 'Copy or download' });
    this.copyAll = this.bar.getByRole('button', { name: /^Copy (all|the)/ });
    this.download = page.getByRole('button', { name: 'Download' });
  }

  async open(address: string): Promise<void> {
    await this.page.goto(new URL(address).pathname);
  }

  proxy(username: string) {
    const item = this.proxies.filter({ hasText: username });
    return {
      item,
      check: item.getByRole('button', { name: `Check ${username}` }),
      code: item.getByRole('button', { name: `QR code of ${username}` }),
      codeImage: item.getByRole('img', { name: /^QR code with/ }),
    };
  }
}
