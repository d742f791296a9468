/** Client area, tab Balance: the amount, topping it up, and its movements. */
import type { Locator, Page } from '@playwright/test';

export class BalancePage {
  readonly amount: Locator;
  readonly topUp: Locator;
  readonly otherAmount: Locator;
  readonly pay: Locator;
  readonly payments: Locator;
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
    this.topUp = page.getByRole('region', { name: 'Top up' });
    this.otherAmount = this.topUp.getByLabel('Another amount');
    this.pay = this.topUp.getByRole('button', { name: /^Pay/ });
    this.payments = page.getByRole('table', { name: 'Top-ups of the balance' }).locator('tbody').getByRole('row');
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

  /** One of the amounts to choose from. */
  suggested(amount: string): Locator {
    return this.topUp.getByRole('button', { name: amount, exact: true });
  }
}
