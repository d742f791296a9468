/** The services that a command works with: those of the server, opened beside it. */
import { openDatabase } from '#server/kernel/database.ts';
import { readEnv } from '#server/kernel/env.ts';
import { createLog } from '#server/kernel/log.ts';
import { keptSecrets, secretsOf } from '#server/kernel/secrets.ts';
import type { Services } from '#server/kernel/services.ts';
import { borrowSiteDatabase } from '#server/kernel/site-database.ts';
import { extensions } from '#server/site.ts';

/**
 * Opens the database of the environment for the duration of `work`. Secrets of a database of the operator's own are demanded only by
 * the work that touches them.
 * @throws EnvironmentError where the environment is not right.
 */
export async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
  const given = readEnv(process.env);
  const database = await borrowSiteDatabase(given);
  const interrupt = async () => {
    // An embedded PostgreSQL that this command started must not outlive it.
    await database.stop().finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const env = database.external ? given : { ...given, ...(await keptSecrets(given)) };
    // A connection that breaks while it is idle shows in the next query.
    const db = openDatabase(database.url, () => {});
    try {
      return await work({
        env,
        db,
        // Standard output is for the answer.
        log: createLog('silent'),
        extensions,
        get secrets() {
          return secretsOf(env);
        },
      });
    } finally {
      await db.close();
    }
  } finally {
    await database.stop();
  }
}

/** True where the database is the operator's own, by DATABASE_URL. */
export function isExternal({ env }: Services): boolean {
  return env.DATABASE_URL !== undefined;
}
