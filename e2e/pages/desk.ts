/** The desk of support: accounts, the queue of failed orders, the audit, the check of invariants. */
import { expect, type Locator, type Page } from '@playwright/test';

export class DeskPage {
  readonly dialog: Locator;
  readonly search: Locator;
  readonly standing: Locator;
  readonly ledger: Locator;
  readonly failed: Locator;
  readonly changes: Locator;
  readonly invariants: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog');
    this.search = page.getByLabel('Search for an account');
    this.standing = page.getByRole('region', { name: 'What support changes' });
    this.ledger = page.getByRole('region', { name: 'Ledger' });
    this.failed = page.getByRole('table', { name: /^Failed orders/ });
    this.changes = page.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row');
    this.invariants = page.getByRole('region', { name: 'Invariants' });
  }

  /** Finds an account by what a customer wrote, and opens it. */
  async find(text: string, email: string): Promise<void> {
    await this.page.goto('/desk/accounts');
    await this.search.fill(text);
    await this.page.getByRole('link', { name: email }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  }

  async openAccount(id: number): Promise<void> {
    await this.page.goto(`/desk/accounts/${id}`);
    await expect(this.standing).toBeVisible();
  }

  /** Opens the dialog of a change of the account. */
  async open(button: string): Promise<void> {
    await this.standing.getByRole('button', { name: button }).click();
    await expect(this.dialog).toBeVisible();
  }

  /** Gives the reason, and does it. */
  async confirm(button: string | RegExp, reason: string): Promise<void> {
    await this.dialog.getByLabel('Reason').fill(reason);
    await this.dialog.getByRole('button', { name: button }).click();
    await expect(this.dialog).toHaveCount(0);
  }

  /** Proposes a credit in the dialog that is open. */
  async propose(euros: string, reason: string): Promise<void> {
    await this.dialog.getByLabel('Amount in euros').fill(euros);
    await this.confirm(/^Propose to credit/, reason);
  }

  /** Settles the order whose page is open. */
  async settle(button: string | RegExp, confirmation: string | RegExp, reason: string): Promise<void> {
    await this.page.getByRole('button', { name: button }).click();
    await this.confirm(confirmation, reason);
  }
}
