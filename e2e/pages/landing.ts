/** The landing page. */
import type { Locator, Page } from '@playwright/test';

export class LandingPage {
  readonly prices: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.prices = page.getByRole('table', { name: 'Prices and stock' });
  }

  async open(): Promise<void> {
    await this.page.goto('/');
  }

  /** A row of the price table. */
  country(name: string): Locator {
    return this.prices.getByRole('row', { name });
  }
}
