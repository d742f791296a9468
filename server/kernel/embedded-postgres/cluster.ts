/** A cluster, and the files that lie beside its data. */
import path from 'node:path';
import type { Account } from './account.ts';

/**
 * A cluster's folders. The home holds `data` and `socket`, which belong to PostgreSQL's account, and postgresql.conf.
 * As root we write into the home only, never inside those two, where a symbolic link could lead us anywhere.
 */
export interface Cluster {
  dataDir: string;
  home: string;
  programs: string;
  account: Account | undefined;
}

/** What PostgreSQL and its programs say. */
export function logFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.log');
}

/** The superuser's password, on Windows alone. */
export function passwordFile(home: string): string {
  return path.join(home, 'password');
}
