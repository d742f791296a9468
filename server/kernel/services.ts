/** What a running process has at hand: made once at boot, passed to procedures, jobs and commands. */
import type { Database } from './database.ts';
import type { Env } from './env.ts';
import type { Log } from './log.ts';
import type { Extensions } from './plugin.ts';
import type { Secrets } from './secrets.ts';

export interface Services {
  readonly env: Env;
  readonly db: Database;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly extensions: Extensions;
}
