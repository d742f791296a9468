/** The services of a test that works on the database beside the command, under the same secrets. */
import { openDatabase } from '#server/kernel/database.ts';
import { readEnv } from '#server/kernel/env.ts';
import { createLog } from '#server/kernel/log.ts';
import { secretsOf } from '#server/kernel/secrets.ts';
import type { Services } from '#server/kernel/services.ts';
import { extensions } from '#server/site.ts';

/** Close `db` at the end. */
export function servicesOf(variables: Readonly<Record<string, string>>, databaseUrl = variables.DATABASE_URL ?? ''): Services {
  const env = readEnv(variables);
  return { env, db: openDatabase(databaseUrl, () => {}), log: createLog('silent'), secrets: secretsOf(env), extensions };
}
