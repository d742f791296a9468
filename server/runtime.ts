/**
 * The services of this process, made once. The custom server and Next's bundle hold copies of this module, so they hang on the
 * process: one pool of connections, one set of secrets.
 */
import { openDatabase } from './kernel/database.ts';
import { isEmbedded } from './kernel/embedded-postgres/name.ts';
import { readEnv } from './kernel/env.ts';
import { EnvironmentError } from './kernel/environment.ts';
import { createLog } from './kernel/log.ts';
import { secretsOf } from './kernel/secrets.ts';
import type { Services } from './kernel/services.ts';
import { extensions } from './site.ts';

const key = Symbol.for('site.services');
const slot = globalThis as { [key]?: Promise<Services> };

/**
 * The services, made on first use from the environment. `server/main.ts` has set DATABASE_URL to the embedded database by then.
 * @throws EnvironmentError where the environment is not right.
 */
export function services(): Promise<Services> {
  slot[key] ??= openServices();
  return slot[key];
}

/**
 * Opens services that are the caller's own to close.
 * @throws EnvironmentError where the environment is not right, and where it asks for the sandbox of payments on any but the embedded database.
 */
export async function openServices(): Promise<Services> {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL is not set: start the site with npm start, which brings its own database');
  const db = openDatabase(env.DATABASE_URL, (error) => log.warn({ err: error }, 'an idle database connection broke'));
  if (env.PAYMENTS === 'sandbox' && !(await isEmbedded(db))) {
    await db.close();
    throw new EnvironmentError('PAYMENTS=sandbox gives money away: it is refused on a database other than the embedded one.');
  }
  return { env, db, log, secrets: secretsOf(env), extensions };
}
