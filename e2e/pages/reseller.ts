/** Client area, tab Reseller: the block «Automatic purchase API», «Was I charged?», the log of requests and the limits. */
import type { Locator, Page } from '@playwright/test';
import { ProxyView } from './proxy.ts';

export class ResellerPage {
  readonly block: Locator;
  readonly generate: Locator;
  readonly replace: Locator;
  readonly revoke: Locator;
  readonly freshKey: Locator;
  readonly copyKey: Locator;
  readonly putAway: Locator;
  readonly dialog: Locator;
  /** The panel «Use a proxy». */
  readonly inUse: { readonly choice: Locator; readonly view: ProxyView };
  /** «Was I charged?»: the field, and what it answers. */
  readonly charge: { readonly panel: Locator; readonly field: Locator; readonly ask: Locator; readonly answer: Locator };
  /** The log of API requests. */
  readonly log: { readonly panel: Locator; readonly lines: Locator; readonly result: Locator; readonly show: Locator };
  readonly limits: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.block = page.getByRole('region', { name: 'Automatic purchase API' });
    this.generate = this.block.getByRole('button', { name: 'Generate key' });
    this.replace = this.block.getByRole('button', { name: 'Replace key' });
    this.revoke = this.block.getByRole('button', { name: 'Revoke key' });
    this.freshKey = page.getByLabel('Your new API key');
    this.copyKey = this.block.getByRole('button', { name: 'Copy key' });
    this.putAway = this.block.getByRole('button', { name: 'I have put it away' });
    this.dialog = page.getByRole('dialog');
    const panel = page.getByRole('region', { name: 'Use a proxy', exact: true });
    const charge = page.getByRole('region', { name: 'Was I charged?' });
    this.charge = {
      panel: charge,
      field: charge.getByLabel('Idempotency key, order number or proxy'),
      ask: charge.getByRole('button', { name: 'Look it up' }),
      answer: charge.getByRole('region', { name: 'The answer' }),
    };
    const log = page.getByRole('region', { name: 'API requests' });
    this.log = {
      panel: log,
      lines: log.getByRole('table', { name: 'API requests' }).getByRole('row'),
      result: log.getByLabel('Answer'),
      show: log.getByRole('button', { name: 'Show', exact: true }),
    };
    this.limits = page.getByRole('region', { name: 'Limits as they stand now' });
    this.inUse = { choice: panel.getByLabel('Proxy', { exact: true }), view: new ProxyView(panel) };
  }

  async open(): Promise<void> {
    await this.page.goto('/client/reseller');
  }

  /** Asks whether a purchase was charged. */
  async wasCharged(reference: string): Promise<void> {
    await this.charge.field.fill(reference);
    await this.charge.ask.click();
  }

  /** Reads the key off the page. */
  async readKey(): Promise<string> {
    return (await this.freshKey.textContent()) ?? '';
  }

  /** Answers the dialog that asks for the key's last four characters. */
  async confirm(lastFour: string): Promise<void> {
    await this.dialog.getByRole('textbox').fill(lastFour);
    await this.dialog.locator('button[type=submit]').click();
  }
}
