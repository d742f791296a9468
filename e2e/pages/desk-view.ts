/** The client area of a customer as support sees it, from the button at the desk to the way back. */
import { expect, type Locator, type Page } from '@playwright/test';

export class DeskViewPage {
  readonly banner: Locator;
  /** Says why a button changed nothing. */
  readonly refusal: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.banner = page.getByRole('region', { name: 'You are looking at the account of a customer' });
    this.refusal = page.getByText('You are looking at the account of a customer: nothing was changed.');
  }

  /** From the account's page at the desk to its client area. */
  async begin(accountId: number, reason: string): Promise<void> {
    await this.page.goto(`/desk/accounts/${accountId}`);
    await this.page.getByRole('button', { name: 'See what the customer sees' }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Open the client area' }).click();
    await expect(this.page).toHaveURL('/client');
    await expect(this.banner).toBeVisible();
  }

  async back(): Promise<void> {
    await this.banner.getByRole('button', { name: 'Back to the desk' }).click();
    await expect(this.page).toHaveURL(/\/desk\/accounts\/\d+$/);
  }
}
