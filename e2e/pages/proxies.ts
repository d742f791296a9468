/** Client area, tab Proxies: the list. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { ProxyView } from './proxy.ts';

export class ProxiesPage {
  readonly lines: Locator;
  readonly search: Locator;
  readonly country: Locator;
  readonly sort: Locator;
  readonly format: Locator;
  readonly thisPage: Locator;
  /** What came of copying or downloading. */
  readonly outcome: Locator;
  private readonly page: Page;
  private readonly bar: Locator;

  constructor(page: Page) {
    this.page = page;
    this.lines = page
      .getByRole('table', { name: 'Your proxies' })
      .getByRole('row')
      .filter({ has: page.getByRole('cell') });
    this.search = page.getByRole('searchbox', { name: 'Search by id or username' });
    this.country = page.getByRole('combobox', { name: 'Country' });
    this.sort = page.getByRole('combobox', { name: 'Sort' });
    this.bar = page.getByRole('region', { name: 'Copy or download' });
    this.format = this.bar.getByRole('combobox', { name: 'Format' });
    this.thisPage = this.bar.getByRole('checkbox', { name: 'This page' });
    this.outcome = this.bar.getByRole('status');
  }

  /** @param query with its question mark. */
  async open(query = ''): Promise<void> {
    await this.page.goto(`/client/proxies${query}`);
  }

  status(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name });
  }

  line(proxyId: string): Locator {
    return this.lines.filter({ hasText: proxyId });
  }

  choose(proxyId: string): Locator {
    return this.page.getByRole('checkbox', { name: `Choose ${proxyId}` });
  }

  copyCredential(proxyId: string): Locator {
    return this.page.getByRole('button', { name: `Copy credential of ${proxyId}` });
  }

  copy(which: 'all' | number): Locator {
    return this.bar.getByRole('button', { name: `Copy ${which}` });
  }

  /** Downloads, and reads the file. */
  async download(which: 'all' | number): Promise<{ name: string; text: string }> {
    const coming = this.page.waitForEvent('download');
    await this.bar.getByRole('button', { name: `Download ${which}` }).click();
    const file = await coming;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  }

  /** Opens the drawer of one proxy. */
  async use(proxyId: string): Promise<ProxyView> {
    await this.page.getByRole('button', { name: `Use ${proxyId}` }).click();
    return new ProxyView(this.page.getByRole('dialog', { name: proxyId }));
  }
}
