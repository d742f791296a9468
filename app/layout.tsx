/** The frame of every page. */
import './_ui/mantine-styles.ts';
import './_ui/global.css';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Messages } from './_language/messages.tsx';
import { Providers } from './_ui/providers.tsx';

export const metadata: Metadata = {
  title: { default: 'ISP proxies', template: '%s · ISP proxies' },
  description: 'ISP proxies in France, Spain and Europe, with a purchase API for resellers.',
};

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f8fa' },
    { media: '(prefers-color-scheme: dark)', color: '#0d0e12' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Set by proxy.ts for each request, so no page is ever rendered ahead of time.
  const [asked, locale] = await Promise.all([headers(), getLocale()]);
  const nonce = asked.get('x-nonce') ?? '';
  return (
    <html lang={locale} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        <Messages>
          <Providers nonce={nonce}>{children}</Providers>
        </Messages>
      </body>
    </html>
  );
}
