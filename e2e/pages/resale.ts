/** Client area, tab Resale: the book. */
import type { Locator, Page } from '@playwright/test';
import { ProxyView } from './proxy.ts';

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

  /** Opens the drawer of one proxy. */
  async use(proxyId: string): Promise<ProxyView> {
    await this.page.getByRole('button', { name: `Use ${proxyId}` }).click();
    return new ProxyView(this.page.getByRole('dialog', { name: proxyId }));
  }

  /** What belongs to one proxy. */
  line(proxyId: string) {
    const row = this.lines.filter({ hasText: proxyId });
    const field = (label: string) => {
      const input = row.getByLabel(label);
      const cell = row.getByRole('cell').filter({ has: this.page.getByLabel(label) });
      return {
        input,
        /** Says so for a while. */
        saved: cell.getByText('Saved', { exact: true }),
      };
    };
    const price = field(`Sale price of ${proxyId}, in euros`);
    const buyer = field(`Buyer of ${proxyId}`);
    return { row, price: price.input, priceSaved: price.saved, buyer: buyer.input, buyerSaved: buyer.saved };
  }
}
