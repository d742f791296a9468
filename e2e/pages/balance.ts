/** Client area, tab Balance: the amount and its movements. */
import type { Locator, Page } from '@playwright/test';

export class BalancePage {
  readonly amount: Locator;
  readonly lines: Locator;
  readonly kind: Locator;
  readonly from: Locator;
  readonly show: Locator;
  readonly showAll: Locator;
  readonly download: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.amount = page.getByRole('region', { name: 'Available now' });
    this.lines = page.getByRole('table', { name: 'Movements of the balance' }).locator('tbody').getByRole('row');
    const filter = page.getByRole('form', { name: 'Filter the movements' });
    this.kind = filter.getByLabel('Kind');
    this.from = filter.getByLabel('From');
    this.show = filter.getByRole('button', { name: 'Show' });
    this.showAll = page.getByRole('link', { name: 'Show all' }).first();
    this.download = page.getByRole('link', { name: 'CSV' });
  }

  async open(): Promise<void> {
    await this.page.goto('/client/balance');
  }
}
