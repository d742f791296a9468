/** What the client area shows of one proxy: in the drawer of the Resale page, and in a panel of the Reseller page. */
import type { Locator } from '@playwright/test';

export class ProxyView {
  readonly showPassword: Locator;
  readonly hidePassword: Locator;
  readonly reset: Locator;
  readonly resetNow: Locator;
  readonly keepPassword: Locator;
  readonly socks5Line: Locator;
  readonly httpLine: Locator;
  readonly check: Locator;
  readonly traffic: Locator;
  readonly chart: Locator;
  private readonly within: Locator;

  /** @param within the drawer or the panel. */
  constructor(within: Locator) {
    this.within = within;
    this.showPassword = within.getByRole('button', { name: 'Show password' });
    this.hidePassword = within.getByRole('button', { name: 'Hide password' });
    this.reset = within.getByRole('button', { name: 'Reset password' });
    this.resetNow = within.getByRole('button', { name: 'Reset it now' });
    this.keepPassword = within.getByRole('button', { name: 'Keep the password' });
    this.socks5Line = within.getByRole('region', { name: 'curl line over SOCKS5' });
    this.httpLine = within.getByRole('region', { name: 'curl line over HTTP' });
    this.check = within.getByRole('button', { name: 'Check this proxy' });
    this.traffic = within.getByRole('region', { name: 'Traffic', exact: true });
    this.chart = within.getByRole('img', { name: /^Traffic of 30 days/ });
  }

  /** Closes the drawer. */
  async close(): Promise<void> {
    await this.within.getByRole('button', { name: 'Close' }).click();
    await this.within.waitFor({ state: 'detached' });
  }

  /** The value beside `label`. */
  field(label: 'Host' | 'Port' | 'Username' | 'Password'): Locator {
    return this.within.getByText(label, { exact: true }).locator('xpath=following-sibling::dd/*[1]');
  }

  copy(what: string): Locator {
    return this.within.getByRole('button', { name: `Copy ${what}`, exact: true });
  }

  /** What the check said of a protocol. */
  result(protocol: 'SOCKS5' | 'HTTP'): Locator {
    return this.within.getByRole('status').getByText(protocol, { exact: true }).locator('xpath=following-sibling::dd');
  }
}
