/** Client area, tab Account. */
import type { Locator, Page } from '@playwright/test';

export class AccountPage {
  readonly signIns: Locator;
  readonly signOutEverywhere: Locator;
  readonly dialog: Locator;
  readonly details: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.signIns = page.getByRole('table', { name: 'Sign-ins' });
    this.signOutEverywhere = page.getByRole('button', { name: 'Sign out everywhere' });
    this.dialog = page.getByRole('dialog');
    this.details = page.getByRole('region', { name: 'Billing details' });
  }

  async open(): Promise<void> {
    await this.page.goto('/client/account');
  }

  /** `Change e-mail`, `Change password`, `Switch on`, `Switch off`, `Delete account …`, `Export data`. */
  async press(name: string): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name, exact: true }).click();
  }

  /** Fills a field of the open dialog in. */
  async give(label: string, value: string): Promise<void> {
    await this.dialog.getByLabel(label).fill(value);
  }

  /** Presses a button of the open dialog. */
  async confirm(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).click();
  }
}
