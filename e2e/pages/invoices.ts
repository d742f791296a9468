/** Client area, tab Invoices: the list, and one invoice. */
import type { Locator, Page } from '@playwright/test';

export class InvoicesPage {
  readonly lines: Locator;
  readonly search: Locator;
  readonly month: Locator;
  readonly show: Locator;
  readonly document: Locator;
  readonly print: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.lines = page.getByRole('table', { name: 'Invoices' }).locator('tbody').getByRole('row');
    const filter = page.getByRole('form', { name: 'Filter the invoices' });
    this.search = filter.getByLabel('Number or order');
    this.month = filter.getByLabel('Month');
    this.show = filter.getByRole('button', { name: 'Show' });
    this.document = page.getByRole('article', { name: /^Invoice R/ });
    this.print = page.getByRole('button', { name: 'Print' });
  }

  async open(): Promise<void> {
    await this.page.goto('/client/invoices');
  }

  /** Opens the invoice in a line of the list. */
  async read(line: Locator): Promise<void> {
    await line.getByRole('link').click();
    await this.document.waitFor();
  }
}
