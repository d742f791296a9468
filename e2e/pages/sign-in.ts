/** The sign-in page. */
import type { Locator, Page } from '@playwright/test';

export class SignInPage {
  readonly email: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly refusal: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.email = page.getByLabel('E-mail');
    this.password = page.getByRole('textbox', { name: 'Password' });
    this.submit = page.getByRole('main').locator('button[type=submit]');
    this.refusal = page.getByRole('main').getByRole('alert');
  }

  async open(next?: string): Promise<void> {
    await this.page.goto(next === undefined ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`);
  }

  /** Fills the form in and sends it. */
  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }
}
