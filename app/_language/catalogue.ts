/**
 * The texts of the pages: a file for each language and namespace under messages/. English is the reference; a test holds the others to
 * the same keys and the same arguments. ICU message format, without glueing sentences from pieces.
 */
import type { Language, Locale } from '#server/kernel/languages.ts';
import type { formats } from './formats.ts';
import type account from './messages/en/account.json';
import type balance from './messages/en/balance.json';
import type buy from './messages/en/buy.json';
import type buyerLink from './messages/en/buyerLink.json';
import type countries from './messages/en/countries.json';
import type invoices from './messages/en/invoices.json';
import type landing from './messages/en/landing.json';
import type lists from './messages/en/lists.json';
import type overview from './messages/en/overview.json';
import type proxies from './messages/en/proxies.json';
import type resale from './messages/en/resale.json';
import type reseller from './messages/en/reseller.json';
import type signIn from './messages/en/signIn.json';
import type tabs from './messages/en/tabs.json';
import type tasks from './messages/en/tasks.json';
import type ui from './messages/en/ui.json';
import type view from './messages/en/view.json';

export interface Messages {
  account: typeof account;
  balance: typeof balance;
  buy: typeof buy;
  buyerLink: typeof buyerLink;
  countries: typeof countries;
  invoices: typeof invoices;
  landing: typeof landing;
  lists: typeof lists;
  overview: typeof overview;
  proxies: typeof proxies;
  resale: typeof resale;
  reseller: typeof reseller;
  signIn: typeof signIn;
  tabs: typeof tabs;
  tasks: typeof tasks;
  ui: typeof ui;
  view: typeof view;
}

export type Namespace = keyof Messages;

/** Checked against `Messages`: a namespace that is missing here does not compile. */
const namespaces = Object.keys({
  account: 0,
  balance: 0,
  buy: 0,
  buyerLink: 0,
  countries: 0,
  invoices: 0,
  landing: 0,
  lists: 0,
  overview: 0,
  proxies: 0,
  resale: 0,
  reseller: 0,
  signIn: 0,
  tabs: 0,
  tasks: 0,
  ui: 0,
  view: 0,
} satisfies Record<Namespace, 0>);

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
    Formats: typeof formats;
  }
}

/** All texts in a language. */
export async function messagesIn(language: Language): Promise<Messages> {
  const files = await Promise.all(
    namespaces.map(async (namespace) => [namespace, (await import(`./messages/${language}/${namespace}.json`)).default]),
  );
  return Object.fromEntries(files);
}
