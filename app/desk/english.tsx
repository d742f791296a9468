/** The desk speaks English only: the parts that it shares with the client area get their English texts, whatever the reader's language is. */
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { messagesIn } from '#app/_language/catalogue.ts';
import { localeOf } from '#server/kernel/languages.ts';

export async function English({ children }: { children: ReactNode }) {
  const { balance, countries, lists, tabs, ui } = await messagesIn('en');
  return (
    <NextIntlClientProvider locale={localeOf.en} messages={{ balance, countries, lists, tabs, ui }}>
      {children}
    </NextIntlClientProvider>
  );
}
