/** Client area, tab Overview, and what every tab has around it. */
import type { Locator, Page } from '@playwright/test';

export class OverviewPage {
  readonly heading: Locator;
  readonly orders: Locator;
  readonly nextSteps: Locator;
  readonly signOut: Locator;
  readonly spending: Locator;
  readonly expiring: Locator;
  readonly headroom: Locator;
  readonly alert: { readonly panel: Locator; readonly below: Locator; readonly save: Locator; readonly off: Locator };
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1, name: 'Overview' });
    this.orders = page.getByRole('table', { name: 'Last orders' });
    this.nextSteps = page.getByRole('region', { name: 'What to do next' });
    this.signOut = page.getByRole('button', { name: 'Sign out', exact: true });
    this.spending = page.getByRole('region', { name: 'Spending of 30 days' });
    this.expiring = page.getByRole('region', { name: 'Expiring within 7 days' });
    this.headroom = page.getByRole('region', { name: 'Headroom of the 24-hour cap' });
    const panel = page.getByRole('region', { name: 'Low-balance alert' });
    this.alert = {
      panel,
      below: panel.getByLabel('Warn me below, euros'),
      save: panel.getByRole('button', { name: 'Save' }),
      off: panel.getByRole('button', { name: 'Switch off' }),
    };
  }

  async open(): Promise<void> {
    await this.page.goto('/client');
  }

  /** `Balance`, `Enough for`, `24-hour cap`, `Last order`. */
  figure(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Goes to a tab of the client area. */
  async go(tab: 'Overview' | 'Buy' | 'Proxies' | 'Invoices' | 'Reseller' | 'Resale'): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Client area' }).getByRole('link', { name: tab }).click();
  }
}
