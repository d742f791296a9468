/** Client area, tab Buy. */
import type { Locator, Page } from '@playwright/test';

export class BuyPage {
  readonly quantity: Locator;
  readonly salePrice: Locator;
  readonly price: Locator;
  /** The button with the amount on it. */
  readonly buy: Locator;
  readonly bought: Locator;
  readonly credentials: Locator;
  readonly buyMore: Locator;
  readonly showPasswords: Locator;
  readonly download: Locator;
  readonly sendAgain: Locator;
  readonly promoCode: Locator;
  readonly applyCode: Locator;
  readonly wheel: Locator;
  readonly spin: Locator;
  /** Whether a prize of the wheel goes into the purchase. */
  readonly usePrize: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.quantity = page.getByRole('textbox', { name: 'Quantity' });
    this.salePrice = page.getByLabel('Sale price of each');
    this.price = page.getByRole('region', { name: 'What it costs' });
    this.buy = this.price.getByRole('button', { name: /^Buy/ });
    this.bought = page.getByRole('heading', { name: /^Order \d+/ });
    this.credentials = page.getByRole('region', { name: 'Credentials' }).getByRole('listitem');
    this.buyMore = page.getByRole('button', { name: 'Buy more' });
    this.showPasswords = page.getByRole('button', { name: 'Show passwords' });
    this.download = page.getByRole('button', { name: 'Download txt' });
    this.promoCode = this.price.getByRole('textbox', { name: 'Promo code' });
    this.applyCode = this.price.getByRole('button', { name: 'Apply' });
    this.wheel = page.getByRole('region', { name: 'Daily wheel' });
    this.spin = this.wheel.getByRole('button', { name: 'Spin the wheel' });
    this.usePrize = this.price.getByRole('checkbox', { name: /from the wheel on this purchase/ });
    this.sendAgain = page.getByRole('button', { name: 'Send it again' });
  }

  async open(choice: { country?: string; qty?: number } = {}): Promise<void> {
    const query = new URLSearchParams(Object.entries(choice).map(([name, value]) => [name, String(value)]));
    await this.page.goto(`/client/buy?${query}`);
  }

  country(name: string): Locator {
    return this.page.getByRole('radio', { name });
  }

  /** The value beside a figure's name. */
  figure(name: string): Locator {
    return this.price.getByText(name, { exact: true }).locator('xpath=following-sibling::dd');
  }
}
