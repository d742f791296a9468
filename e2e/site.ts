/** What the journeys are made with: the site under test, fresh accounts, the pages, and a browser whose console must stay silent. */
import { randomUUID } from 'node:crypto';
import { test as base, expect, type Page } from '@playwright/test';
import { LANGUAGE_COOKIE } from '#app/_language/language.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import type { Language } from '#server/kernel/languages.ts';
import { cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { createAccount } from '#server/plugins/accounts/port.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import { issueKey } from '#server/plugins/reseller/port.ts';
import { createScratchDatabase } from '#tests/harness/cluster.ts';
import { type SiteServer, scratchEnv, startServer } from '#tests/harness/server.ts';
import { servicesOf } from '#tests/harness/services.ts';
import { actOnceItAnswers } from './answering-page.ts';
import { AccountPage } from './pages/account.ts';
import { BalancePage } from './pages/balance.ts';
import { BuyPage } from './pages/buy.ts';
import { BuyerLinkPage, BuyersPage, LinksPage } from './pages/buyer-links.ts';
import { DeskPage } from './pages/desk.ts';
import { DeskPricesPage, DeskStockPage } from './pages/desk-stock.ts';
import { DeskViewPage } from './pages/desk-view.ts';
import { InvoicesPage } from './pages/invoices.ts';
import { LandingPage } from './pages/landing.ts';
import { OverviewPage } from './pages/overview.ts';
import { ProxiesPage } from './pages/proxies.ts';
import { ResalePage } from './pages/resale.ts';
import { ResellerPage } from './pages/reseller.ts';
import { SignInPage } from './pages/sign-in.ts';
import { SignUpPage } from './pages/sign-up.ts';

/** The running site. */
export interface SiteUnderTest {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of the PostgreSQL that it runs on, for tests that want a database of their own. */
  readonly maintenanceUrl: string;
}

function siteUnderTest(): SiteUnderTest {
  return JSON.parse(process.env.SITE_UNDER_TEST ?? '{}') as SiteUnderTest;
}

/** An account of one test. */
export interface TestAccount {
  readonly id: AccountId;
  readonly email: string;
  readonly password: string;
}

interface AccountOptions {
  readonly resellerMode?: boolean;
  /** Euros. */
  readonly balance?: number;
  readonly role?: 'customer' | 'support';
}

/** An order over the API; `price` is the sale price, euros. */
interface Order {
  readonly country: string;
  readonly qty: number;
  readonly price?: number;
}

/** An account that has bought: the ids of its proxies, in the order in which the API gave them. */
interface Buyer extends TestAccount {
  readonly proxyIds: readonly string[];
}

export interface Pages {
  readonly landing: LandingPage;
  readonly signIn: SignInPage;
  readonly signUp: SignUpPage;
  readonly overview: OverviewPage;
  readonly buy: BuyPage;
  readonly reseller: ResellerPage;
  readonly proxies: ProxiesPage;
  readonly resale: ResalePage;
  readonly buyers: BuyersPage;
  readonly links: LinksPage;
  readonly buyerLink: BuyerLinkPage;
  readonly balance: BalancePage;
  readonly invoices: InvoicesPage;
  readonly account: AccountPage;
  readonly desk: DeskPage;
  readonly deskStock: DeskStockPage;
  readonly deskPrices: DeskPricesPage;
  readonly deskView: DeskViewPage;
}

interface TestFixtures {
  /** Opens an account straight in the database. */
  newAccount: (options?: AccountOptions) => Promise<TestAccount>;
  /** Signs the browser in without the form, for journeys that are about something else. */
  signInAs: (account: TestAccount) => Promise<void>;
  /** Opens a reseller's account with so many euros, has it place orders, and signs the browser in. */
  signInAsBuyer: (balance: number, ...orders: readonly Order[]) => Promise<Buyer>;
  /** Has the site speak a language. */
  speak: (language: Language) => Promise<void>;
  /** Every page of the site, in this test's tab. */
  pages: Pages;
  /** What the browser may complain of in this test; anything else fails it. */
  expectedComplaints: RegExp[];
  silentConsole: undefined;
}

interface WorkerFixtures {
  site: SiteUnderTest;
  services: Services;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => use(siteUnderTest()),
    { scope: 'worker' },
  ],
  services: [
    async ({ site }, use) => {
      const services = servicesOf(site.env);
      await use(services);
      await services.db.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.url),

  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) await actOnceItAnswers(page);
    await use(page);
  },

  newAccount: ({ services }, use) => use((options) => openAccount(services, options)),

  signInAs: async ({ context, site }, use) => {
    await use(async ({ email, password }) => {
      const { csrfToken } = await (await context.request.get(`${site.url}/api/auth/csrf`)).json();
      const answer = await context.request.post(`${site.url}/api/auth/callback/credentials`, {
        form: { email, password, csrfToken, json: 'true' },
      });
      expect(answer.status()).toBe(200);
    });
  },

  signInAsBuyer: ({ newAccount, signInAs, site, services }, use) =>
    use(async (balance, ...orders) => {
      const account = await newAccount({ resellerMode: true, balance });
      const proxyIds: string[] = [];
      for (const order of orders) proxyIds.push(...(await buyProxies(site, services, account, order)));
      await signInAs(account);
      return { ...account, proxyIds };
    }),

  speak: ({ context, site }, use) =>
    use((language) => context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: site.url }])),

  pages: ({ page }, use) =>
    use({
      landing: new LandingPage(page),
      signIn: new SignInPage(page),
      signUp: new SignUpPage(page),
      overview: new OverviewPage(page),
      buy: new BuyPage(page),
      reseller: new ResellerPage(page),
      proxies: new ProxiesPage(page),
      resale: new ResalePage(page),
      buyers: new BuyersPage(page),
      links: new LinksPage(page),
      buyerLink: new BuyerLinkPage(page),
      balance: new BalancePage(page),
      invoices: new InvoicesPage(page),
      account: new AccountPage(page),
      desk: new DeskPage(page),
      deskStock: new DeskStockPage(page),
      deskPrices: new DeskPricesPage(page),
      deskView: new DeskViewPage(page),
    }),

  // biome-ignore lint/correctness/noEmptyPattern: see above.
  expectedComplaints: async ({}, use) => use([]),

  silentConsole: [
    async ({ page, expectedComplaints }, use) => {
      const complaints = listen(page);
      await use(undefined);
      const unexpected = complaints.filter((text) => !expectedComplaints.some((expected) => expected.test(text)));
      expect(unexpected, "complaints in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Tests that break what others need: they have a server and a database of their own. `server` tells what it printed. */
export const ownSiteTest = test.extend<object, { server: SiteServer; ownEnv: ReturnType<typeof scratchEnv> }>({
  ownEnv: [
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => {
      const name = `own_${randomUUID().replaceAll('-', '')}`;
      await use(scratchEnv(await createScratchDatabase(siteUnderTest().maintenanceUrl, name)));
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ ownEnv }, use) => {
      const server = await startServer(ownEnv);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  site: [({ server, ownEnv }, use) => use({ ...siteUnderTest(), url: server.url, env: ownEnv }), { scope: 'worker' }],
});

/** Collects errors and warnings of a page: exceptions, refused resources, violations of the content security policy. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Opens an account straight in the database. */
async function openAccount(services: Services, options: AccountOptions = {}): Promise<TestAccount> {
  const { resellerMode = false, balance = 0, role = 'customer' } = options;
  const account = { email: `${randomUUID()}@example.com`, password: 'correct horse battery staple' };
  const opened = await createAccount(services, { ...account, role, resellerMode });
  if (!opened) throw new Error('a random e-mail address is taken');
  if (balance > 0) await adjustBalance(services.db, opened.id, cents(balance * 100), 'Balance of a test');
  return { id: opened.id, ...account };
}

/** A reseller's program: calls the API as a server does. */
export function program(site: SiteUnderTest, apiKey: string) {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const base = `${site.url}/api/v1/reseller`;
  return {
    balance: () => fetch(`${base}/balance`, { headers }),
    buy: (order: Order) =>
      fetch(`${base}/buy`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': `e2e-${randomUUID()}` },
        body: JSON.stringify(order),
      }),
  };
}

/** Buys with a key made for the purpose. @returns the ids of the proxies, in the order in which the API gave them. */
export async function buyProxies(site: SiteUnderTest, services: Services, account: TestAccount, order: Order): Promise<string[]> {
  const { apiKey } = await issueKey(services, account.id);
  const answer = await program(site, apiKey).buy(order);
  expect(answer.status).toBe(201);
  const { proxies } = (await answer.json()) as { proxies: { proxy_id: string }[] };
  return proxies.map((proxy) => proxy.proxy_id);
}
