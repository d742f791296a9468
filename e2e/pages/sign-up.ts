/** The page on which an account is opened. */
import type { Locator, Page } from '@playwright/test';

export class SignUpPage {
  readonly email: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.email = page.getByLabel('E-mail');
    this.password = page.getByRole('textbox', { name: 'Password' });
    this.submit = page.getByRole('button', { name: 'Open the account' });
  }

  async open(): Promise<void> {
    await this.page.goto('/sign-up');
  }

  /** Fills the form in and sends it. */
  async signUp({ email, password }: { email: string; password: string }): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }
}
