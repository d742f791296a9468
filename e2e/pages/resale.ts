/** Client area, tab Resale: the book. */
import type { Locator, Page } from '@playwright/test';
import { hear } from '../passing-words.ts';
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

  /** A figure of the totals. */
  total(name: 'Cost' | 'Sales' | 'Margin' | 'Open'): Locator {
    const figures = this.page.getByLabel('Totals of what is found').locator('div');
    return figures.filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** Makes the same change to what is chosen, or to all that is found. */
  async edit(change: { price?: string; buyer?: string; paid?: boolean }): Promise<void> {
    await this.page.getByRole('button', { name: /^Edit (the|all)/ }).click();
    const dialog = this.page.getByRole('dialog');
    if (change.price) await dialog.getByLabel('Sale price').fill(change.price);
    if (change.buyer) await dialog.getByLabel('Buyer', { exact: true }).fill(change.buyer);
    if (change.paid) await dialog.getByText('Paid', { exact: true }).click();
    await dialog.getByRole('button', { name: /^Change/ }).click();
  }

  /** What belongs to one proxy. */
  line(proxyId: string) {
    const row = this.lines.filter({ hasText: proxyId });
    const field = (label: string) => {
      const input = row.getByLabel(label);
      const cell = row.getByRole('cell').filter({ has: this.page.getByLabel(label) });
      return { input, saves: (act: () => Promise<unknown>) => hear(cell, 'Saved', act) };
    };
    const price = field(`Sale price of ${proxyId}, in euros`);
    const buyer = field(`Buyer of ${proxyId}`);
    const paid = row.getByRole('checkbox', { name: `${proxyId} is paid` });
    const choose = row.getByRole('checkbox', { name: `Choose ${proxyId}` });
    return {
      row,
      paid,
      choose,
      price: price.input,
      /** Does what has the field save, and waits until it says so. */
      savesPrice: price.saves,
      buyer: buyer.input,
      savesBuyer: buyer.saves,
    };
  }
}
