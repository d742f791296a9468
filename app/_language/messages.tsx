/**
 * Hands texts to Client Components. A page wraps what it shows in `<Messages of={['balance']}>` and its parts call
 * `useTranslations('balance')`; Server Components read any namespace, by `useTranslations` or, where they are async, `getTranslations`.
 */
import { NextIntlClientProvider } from 'next-intl';
import { getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { Namespace } from './catalogue.ts';

/** What the shared parts (app/_ui, app/_lists, app/client/_proxies, app/client/_tasks) say on every page. */
const everywhere: readonly Namespace[] = ['countries', 'lists', 'proxies', 'tabs', 'tasks', 'ui'];

/** @param of namespaces that the Client Components below need, besides those of the shared parts. */
export async function Messages({ of = [], children }: { of?: readonly Namespace[]; children: ReactNode }) {
  const all = await getMessages();
  const messages = Object.fromEntries([...everywhere, ...of].map((namespace) => [namespace, all[namespace]]));
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>;
}
