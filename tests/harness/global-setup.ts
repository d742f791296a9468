/** What all API tests share: a PostgreSQL in a temporary folder and one production server on it, with plenty of stock. */
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { TestProject } from 'vitest/node';
import { mailFolder, scratchEnv, startServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** See ScratchCluster. */
    maintenanceUrl: string;
    sharedSite: { env: Record<string, string>; port: number };
  }
}

// Loaded by Node itself: here, outside of the tests, vitest's own loader has no import.meta.resolve.
const { startScratchCluster } = createRequire(import.meta.url)('./cluster.ts') as typeof import('./cluster.ts');

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Nobody pulls the plug on a scratch cluster, so it need not wait for the disk.
  const cluster = await startScratchCluster({ fsync: 'off', synchronous_commit: 'off', max_connections: '300' });
  const env = scratchEnv(await cluster.createDatabase('shared'));
  const server = await startServer(env).catch(async (error) => {
    // Left running, it would keep vitest from ending.
    await cluster.stop();
    throw error;
  });
  project.provide('maintenanceUrl', cluster.maintenanceUrl);
  project.provide('sharedSite', { env, port: server.port });
  return async () => {
    await server.stop();
    await cluster.stop();
    await rm(mailFolder, { recursive: true, force: true });
  };
}
