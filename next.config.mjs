// Next.js: the pages and the transports. The custom server in server/main.ts stands in front of it; plain `next start` works too.

import createNextIntlPlugin from 'next-intl/plugin';

const withTranslations = createNextIntlPlugin('./app/_language/request.ts');

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The API answers an unknown spelling of a path with 404, never with a redirect (decision 1).
  skipTrailingSlashRedirect: true,
  // Loaded by Node itself: they carry binaries, or do their own loading.
  serverExternalPackages: [
    '@e-invoice-eu/core',
    '@node-rs/argon2',
    '@prisma/client',
    '@prisma/adapter-pg',
    'pdfkit',
    'pg',
    'pino',
    'redis',
    '@upstash/redis',
  ],
  experimental: { optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@mantine/form', '@tabler/icons-react'] },
  // Types are checked by `npm run check`, over the whole project and with the same compiler.
  typescript: { ignoreBuildErrors: true },
};

export default withTranslations(config);
