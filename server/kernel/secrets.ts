/** The site's own secrets: from the environment, or made once and kept in the data folder (mode 0600). */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createVault, deriveKey, type Vault } from './crypto.ts';
import type { Env } from './env.ts';
import { EnvironmentError } from './environment.ts';

export interface Secrets {
  /** Signs session cookies. */
  readonly session: string;
  /** Keys the hash under which API keys are stored. */
  readonly apiKeyPepper: Buffer;
  /** Encrypts proxy passwords at rest. */
  readonly vault: Vault;
  /**
   * What the entry point holds: keys the check of a proxy's password and opens the passwords of
   * upstreams, no others (gateway-key.ts).
   */
  readonly gatewayKey: Buffer;
  /** Of the database role that the site makes for the entry point. */
  readonly gatewayRolePassword: string;
}

const names = ['SESSION_SECRET', 'API_KEY_PEPPER', 'CREDENTIALS_KEY'] as const;
type SecretName = (typeof names)[number];

/**
 * The secrets of the environment. A database of the operator's own demands them: fresh ones would make its stored
 * keys and passwords unreadable.
 * @throws EnvironmentError that names the missing ones.
 */
export function secretsOf(env: Env): Secrets {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) {
    throw new EnvironmentError(
      `With DATABASE_URL set, give also ${missing.join(', ')} (each: openssl rand -base64 32) and keep them safe.`,
    );
  }
  const credentialsKey = Buffer.from(env.CREDENTIALS_KEY as string, 'base64');
  return {
    session: env.SESSION_SECRET as string,
    apiKeyPepper: Buffer.from(env.API_KEY_PEPPER as string, 'base64'),
    vault: createVault(deriveKey(credentialsKey, 'proxy passwords at rest')),
    gatewayKey: deriveKey(credentialsKey, 'proxy password check'),
    gatewayRolePassword: deriveKey(credentialsKey, 'entry point database role').toString('base64url'),
  };
}

/**
 * The secrets that belong to the embedded database: those that the environment does not give are made at the first start and kept
 * in `DATA_DIR/secrets`. @returns all of them, as environment variables.
 */
export async function keptSecrets(env: Env): Promise<Record<SecretName, string>> {
  const entries = await Promise.all(
    names.map(async (name) => [name, env[name] ?? (await keptSecret(env.DATA_DIR, name))] as const),
  );
  return Object.fromEntries(entries) as Record<SecretName, string>;
}

/** Reads a secret from the data folder, making it where it is not there yet. */
async function keptSecret(dataDir: string, name: string): Promise<string> {
  const folder = path.join(dataDir, 'secrets');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, name);
  try {
    // Exclusive: of two processes that start at once, one makes it and the other reads it.
    await using handle = await open(file, 'wx', 0o600);
    await handle.writeFile(randomBytes(32).toString('base64'));
    await handle.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
