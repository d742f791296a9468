/** Client area, tab Reseller: the block «Automatic purchase API». */
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
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.block = page.getByRole('region', { name: 'Automatic purchase API' });
    this.generate = this.block.getByRole('button', { name: 'Generate key' });
    this.replace = this.block.getByRole('button', { name: 'Replace key' });
    this.revoke = this.block.getByRole('button', { name: 'Revoke key' });
    this.freshKey = page.getByLabel('Your new API key');
    this.copyKey = this.block.getByRole('button', { name: /^(Copy key|Copied)$/ });
    this.putAway = this.block.getByRole('button', { name: 'I have put it away' });
    this.dialog = page.getByRole('dialog');
    const panel = page.getByRole('region', { name: 'Use a proxy', exact: true });
    this.inUse = { choice: panel.getByLabel('Proxy', { exact: true }), view: new ProxyView(panel) };
  }

  async open(): Promise<void> {
    await this.page.goto('/client/reseller');
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
