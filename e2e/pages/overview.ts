/** Client area, tab Overview, and what every tab has around it. */
import type { Locator, Page } from '@playwright/test';

export class OverviewPage {
  readonly heading: Locator;
  readonly orders: Locator;
  readonly nextSteps: Locator;
  readonly signOut: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1, name: 'Overview' });
    this.orders = page.getByRole('table', { name: 'Last orders' });
    this.nextSteps = page.getByRole('region', { name: 'What to do next' });
    this.signOut = page.getByRole('button', { name: 'Sign out', exact: true });
  }

  async open(): Promise<void> {
    await this.page.goto('/client');
  }

  /** `Balance`, `API key`, `Last order`. */
  figure(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Goes to a tab of the client area. */
  async go(tab: 'Overview' | 'Buy' | 'Proxies' | 'Reseller' | 'Resale'): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Client area' }).getByRole('link', { name: tab }).click();
  }
}
