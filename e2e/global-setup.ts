/**
 * What all browser tests share: the browser, a PostgreSQL in a temporary folder, and one production server on it. When all journeys
 * are over, every rule of the books has to hold.
 */
import { rm } from 'node:fs/promises';
import { countries } from '#server/kernel/countries.ts';
import { verify } from '#server/operator/verify.ts';
import { addAddresses } from '#server/plugins/proxies/port.ts';
import { startScratchCluster } from '#tests/harness/cluster.ts';
import { gatewayEnv } from '#tests/harness/gateway-env.ts';
import { mailFolder, scratchEnv, startServer } from '#tests/harness/server.ts';
import { servicesOf } from '#tests/harness/services.ts';
import { prepareBrowser } from './browser.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  await prepareBrowser();
  const cluster = await startScratchCluster({ fsync: 'off', synchronous_commit: 'off' });
  const env = { ...scratchEnv(await cluster.createDatabase('pages')), ...gatewayEnv, PAYMENTS: 'sandbox' };
  const services = servicesOf(env);
  for (const [block, country] of countries.entries()) {
    const ips = Array.from({ length: 250 }, (_, host) => `198.51.${100 + block}.${host}`);
    await addAddresses(services.db, country, ips);
  }
  await services.db.close();
  const server = await startServer(env);
  // The processes that run the tests read this.
  process.env.SITE_UNDER_TEST = JSON.stringify({ url: server.url, env, maintenanceUrl: cluster.maintenanceUrl });
  return async () => {
    await server.stop();
    try {
      await assertBooksAreRight(env);
    } finally {
      await cluster.stop();
      await rm(mailFolder, { recursive: true, force: true });
    }
  };
}

/** @throws Error with every broken rule and what breaks it, which fails the run. */
async function assertBooksAreRight(env: Readonly<Record<string, string>>): Promise<void> {
  const { db, secrets } = servicesOf(env);
  try {
    const { violations } = await verify(db, { secrets });
    if (violations.length === 0) return;
    throw new Error(
      ['The journeys left broken rules:', ...violations.map(({ rule, detail }) => `${rule}: ${detail}`)].join('\n  '),
    );
  } finally {
    await db.close();
  }
}
