/** Client area, tab Invoices: the list, and one invoice. */
import type { Locator, Page } from '@playwright/test';

export class InvoicesPage {
  readonly lines: Locator;
  readonly search: Locator;
  readonly month: Locator;
  readonly show: Locator;
  readonly document: Locator;
  readonly print: Locator;
  readonly kind: Locator;
  readonly zip: Locator;
  readonly pdf: Locator;
  readonly xml: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.lines = page.getByRole('table', { name: 'Invoices' }).locator('tbody').getByRole('row');
    const filter = page.getByRole('form', { name: 'Filter the invoices' });
    this.search = filter.getByLabel('Number or order');
    this.month = filter.getByLabel('Month');
    this.show = filter.getByRole('button', { name: 'Show' });
    this.document = page.getByRole('article', { name: /^(Invoice|Credit note) R/ });
    this.kind = filter.getByLabel('Kind');
    this.zip = page.getByRole('button', { name: /^Download .* \(ZIP\)$/ });
    this.pdf = page.getByRole('link', { name: 'PDF', exact: true });
    this.xml = page.getByRole('link', { name: 'XML', exact: true });
    this.print = page.getByRole('button', { name: 'Print' });
  }

  async open(): Promise<void> {
    await this.page.goto('/client/invoices');
  }

  /** Opens the invoice in a line of the list. */
  async read(line: Locator): Promise<void> {
    await line.getByRole('link', { name: /^R\d/ }).click();
    await this.document.waitFor();
  }
}
