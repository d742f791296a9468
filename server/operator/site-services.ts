/** The services that a command works with: those of the server, opened beside it. */
import { once } from 'node:events';
import { openDatabase } from '#server/kernel/database.ts';
import { readEnv } from '#server/kernel/env.ts';
import { createLog } from '#server/kernel/log.ts';
import { keptSecrets, secretsOf } from '#server/kernel/secrets.ts';
import type { Services } from '#server/kernel/services.ts';
import { borrowSiteDatabase } from '#server/kernel/site-database.ts';
import { extensions } from '#server/site.ts';

/** Somebody pressed Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Opens the database of the environment for the duration of `work`. Secrets of a database of the operator's own are demanded only by
 * the work that touches them.
 * @throws EnvironmentError where the environment is not right; Interrupted where the process was told to end. What `work` had not
 * committed by then is undone, and an embedded PostgreSQL that was started for it is stopped.
 */
export async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
  const interrupted = interruption();
  const given = readEnv(process.env);
  const database = await borrowSiteDatabase(given);
  try {
    const env = database.external ? given : { ...given, ...(await keptSecrets(given)) };
    // A connection that breaks while it is idle shows in the next query.
    const db = openDatabase(database.url, () => {});
    const services: Services = {
      env,
      db,
      // Standard output is for the answer.
      log: createLog('silent'),
      extensions,
      get secrets() {
        return secretsOf(env);
      },
    };
    const working = work(services).finally(() => db.close());
    // Interrupted work is not waited for: it ends with its connections.
    return await Promise.race([working, interrupted]);
  } finally {
    await database.stop();
  }
}

/** Rejects once the process is told to end. */
function interruption(): Promise<never> {
  const told = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  const rejecting = told.then(() => {
    throw new Interrupted('interrupted');
  });
  // It may come before anybody listens.
  rejecting.catch(() => {});
  return rejecting;
}

/** True where the database is the operator's own, by DATABASE_URL. */
export function isExternal({ env }: Services): boolean {
  return env.DATABASE_URL !== undefined;
}
