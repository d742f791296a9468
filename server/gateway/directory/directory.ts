/**
 * All valid credentials in memory, current within moments: changes are heard of, new ones are looked up when they are first used,
 * and everything is read anew now and then. Without a database the known ones work on until they expire, by this machine's clock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type UpstreamVault, upstreamVault } from '#server/kernel/gateway-key.ts';
import type { Log } from '#server/kernel/log.ts';
import type { Exit } from '../exit.ts';
import type { Credential } from './credential.ts';
import { createGatherer } from './gatherer.ts';
import { createRegister } from './register.ts';
import { type CredentialRow, type Line, openLine, readAll } from './source.ts';

export interface Directory {
  /** The credential that a username designates, out of memory. */
  known(username: string): Credential | undefined;
  /**
   * Asks the database, of which a username may be known that is not in memory yet, or a password that is newer.
   * @returns what is known then: also where the database does not answer, or too many ask at once.
   */
  lookUp(username: string): Promise<Credential | undefined>;
  /** Credentials in memory. */
  readonly size: number;
  /** Whether changes are heard of at the moment. */
  readonly connected: boolean;
  /** When everything was last read, in milliseconds since the epoch; null before the first time. */
  readonly syncedAt: number | null;
  /** Lets go of the database and the clock; cuts nothing. */
  close(): Promise<void>;
}

export interface DirectoryOptions {
  /** By the entry point's own role. */
  readonly databaseUrl: string;
  /** Opens the passwords of upstreams. */
  readonly key: Buffer;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** For how long the start waits for the database. */
const START_MS = 10_000;
const SWEEP_MS = 500;
/** Everything is read anew this often even where nothing seems to have been missed. */
const RESYNC_MS = 300_000;
const RECONNECT_MS = { first: 200, longest: 5_000 };
/** Unknown usernames that may wait for the next look-up. */
const WAITING_NAMES = 1_000;
/** Changed proxies that are read again in one go. */
const REREAD = 1_000;

/** Opens the directory: filled, or still empty where there was no database for ten seconds. It fills as soon as there is one. */
export async function openDirectory({ databaseUrl, key, log, now = Date.now }: DirectoryOptions): Promise<Directory> {
  const vault = upstreamVault(key);
  const register = createRegister(now);
  const closing = new AbortController();
  const { promise: filled, resolve: setFilled } = Promise.withResolvers<void>();
  let line: Line | undefined;
  let syncedAt: number | null = null;
  /** Proxies that the line told of while everything is being read: it knows better than that snapshot. */
  let newer = new Set<string>();

  const take = (row: CredentialRow) => {
    const { proxy_id: proxyId, account_id: accountId, username, password_hash: passwordHash, expires_at: expiresAt } = row;
    const exit = expiresAt > now() ? exitOf(row, vault) : undefined;
    if (exit) return register.put({ proxyId, accountId, username, passwordHash, expiresAt, exit });
    if (exit === null) log.error({ proxyId }, 'a proxy is refused: its exit is missing or cannot be unsealed');
    register.remove(proxyId);
  };

  const names = createGatherer(WAITING_NAMES, async (usernames) => {
    if (!line) return;
    const rows = await line.byUsername(usernames);
    const found = new Set(rows.map((row) => row.username));
    for (const row of rows) {
      newer.add(row.proxy_id);
      take(row);
    }
    for (const username of usernames) {
      const known = found.has(username) ? undefined : register.find(username);
      if (known) register.remove(known.proxyId);
    }
  });

  const changes = createGatherer(Number.POSITIVE_INFINITY, async (proxyIds) => {
    for (let start = 0; start < proxyIds.length; start += REREAD) {
      const asked = proxyIds.slice(start, start + REREAD);
      const rows = (await line?.byProxy(asked)) ?? [];
      const found = new Set(rows.map((row) => row.proxy_id));
      for (const proxyId of asked) {
        newer.add(proxyId);
        if (!found.has(proxyId)) register.remove(proxyId);
      }
      rows.forEach(take);
    }
  });

  /** Takes over everything as a difference, so that no credential is missing meanwhile. Given up where another begins. */
  const resync = async () => {
    const mine = new Set<string>();
    newer = mine;
    const seen = new Set<string>();
    for await (const rows of readAll(databaseUrl)) {
      if (newer !== mine) return;
      for (const row of rows) {
        seen.add(row.proxy_id);
        if (!newer.has(row.proxy_id)) take(row);
      }
    }
    if (newer !== mine) return;
    for (const proxyId of register.proxyIds()) {
      if (!seen.has(proxyId) && !newer.has(proxyId)) register.remove(proxyId);
    }
    syncedAt = now();
    log.debug({ credentials: register.size }, 'all credentials are read');
    setFilled();
  };

  /** Works over one line until it is lost. @throws Error where it cannot be opened. */
  const follow = async () => {
    const opened = await openLine(databaseUrl, (proxyId) => changes.ask(proxyId));
    line = opened;
    const read = () =>
      resync().catch((error) => {
        log.warn({ err: error }, 'the credentials could not be read');
        opened.close();
      });
    const timer = setInterval(read, RESYNC_MS);
    closing.signal.addEventListener('abort', opened.close);
    if (closing.signal.aborted) opened.close();
    // What changed before the line stood nobody told of.
    else void read();
    await opened.lost;
    closing.signal.removeEventListener('abort', opened.close);
    clearInterval(timer);
    line = undefined;
    newer = new Set();
  };

  const keepFollowing = async () => {
    for (let wait = RECONNECT_MS.first; !closing.signal.aborted; ) {
      const before = syncedAt;
      const reason = await follow().catch((error: unknown) => error);
      if (closing.signal.aborted) return;
      wait = syncedAt === before ? Math.min(wait * 2, RECONNECT_MS.longest) : RECONNECT_MS.first;
      log.warn({ err: reason }, 'no connection to the database: the credentials that are known stay valid');
      await sleep(wait, undefined, { signal: closing.signal }).catch(() => {});
    }
  };

  const following = keepFollowing();
  const sweep = setInterval(register.sweep, SWEEP_MS);
  await Promise.race([filled, sleep(START_MS, undefined, { ref: false })]);
  return {
    known: register.find,
    async lookUp(username) {
      if (line && isPossible(username)) await names.ask(username);
      return register.find(username);
    },
    get size() {
      return register.size;
    },
    get connected() {
      return line !== undefined;
    },
    get syncedAt() {
      return syncedAt;
    },
    async close() {
      clearInterval(sweep);
      closing.abort();
      await following;
    },
  };
}

/** Whether the database could hold it: text there has no zero bytes, and nothing longer is delivered or accepted. */
function isPossible(username: string): boolean {
  return username.length <= 255 && !username.includes('\0');
}

/** @returns null where the row has no exit or the password of its upstream cannot be unsealed. */
function exitOf(row: CredentialRow, vault: UpstreamVault): Exit | null {
  if (row.exit_ip !== null) return { kind: 'address', ip: row.exit_ip };
  const { upstream_protocol: protocol, upstream_host: host, upstream_port: port, upstream_username: username } = row;
  const { upstream_password_ciphertext: sealed, upstream_outside: outside } = row;
  if (protocol === null || host === null || port === null || username === null || sealed === null || outside === null)
    return null;
  try {
    return { kind: 'upstream', protocol, host, outside, port, username, password: vault.open(sealed, { host, port, username }) };
  } catch {
    return null;
  }
}
