/** Client area, tab Resale: the book. */
import type { Locator, Page } from '@playwright/test';

export class ResalePage {
  readonly table: Locator;
  readonly lines: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Proxies bought' });
    this.lines = this.table.getByRole('row').filter({ has: page.getByRole('cell') });
  }

  async open(page = 1): Promise<void> {
    await this.page.goto(page === 1 ? '/client/resale' : `/client/resale?page=${page}`);
  }

  /** What belongs to one proxy. */
  line(proxyId: string) {
    return {
      price: this.page.getByLabel(`Sale price of ${proxyId}, in euros`),
      buyer: this.page.getByLabel(`Buyer of ${proxyId}`),
      row: this.lines.filter({ hasText: proxyId }),
    };
  }
}
