/** The credentials in memory: found by username, kept by proxy, and what is open under one is cut when it ends. */
import { isDeepStrictEqual } from 'node:util';
import type { Credential } from './credential.ts';
import { createExpiryCalendar } from './expiry.ts';

/** A credential as the database has it. */
export type KnownCredential = Omit<Credential, 'open' | 'usage'>;

export interface Register {
  readonly size: number;
  /** Never one that has expired. */
  find(username: string): Credential | undefined;
  /**
   * Takes over what the database has. Where only the expiry is new, the credential stays what it is and what is open goes on.
   * Where anything else is, another credential takes its place and what is open under the old one is cut.
   */
  put(known: KnownCredential): void;
  /** Forgets the credential of a proxy and cuts what is open under it. */
  remove(proxyId: string): void;
  /** Forgets those that have expired and cuts what is open under them. */
  sweep(): void;
  proxyIds(): Iterable<string>;
}

/** @param now the process's clock, in milliseconds since the epoch. */
export function createRegister(now: () => number): Register {
  const byUsername = new Map<string, Credential>();
  const byProxy = new Map<string, Credential>();
  const calendar = createExpiryCalendar();

  const add = (credential: Credential) => {
    byUsername.set(credential.username, credential);
    byProxy.set(credential.proxyId, credential);
    calendar.add(credential);
  };
  const end = (credential: Credential) => {
    // Another proxy may have got its username meanwhile.
    if (byUsername.get(credential.username) === credential) byUsername.delete(credential.username);
    byProxy.delete(credential.proxyId);
    calendar.remove(credential);
    const reason = credential.expiresAt <= now() ? 'expired' : 'revoked';
    for (const tunnel of credential.open) tunnel.cut(reason);
  };

  return {
    get size() {
      return byProxy.size;
    },
    find(username) {
      const credential = byUsername.get(username);
      if (!credential || credential.expiresAt > now()) return credential;
      end(credential);
      return undefined;
    },
    put(known) {
      const credential = byProxy.get(known.proxyId);
      if (credential && isSame(credential, known)) {
        if (credential.expiresAt === known.expiresAt) return;
        calendar.remove(credential);
        credential.expiresAt = known.expiresAt;
        calendar.add(credential);
      } else {
        if (credential) end(credential);
        add({ ...known, open: new Set(), usage: { up: 0, down: 0, connections: 0 } });
      }
    },
    remove(proxyId) {
      const credential = byProxy.get(proxyId);
      if (credential) end(credential);
    },
    sweep() {
      for (const credential of calendar.due(now())) end(credential);
    },
    proxyIds: () => byProxy.keys(),
  };
}

/** But for the expiry. */
function isSame(credential: Credential, known: KnownCredential): boolean {
  return (
    credential.username === known.username &&
    credential.accountId === known.accountId &&
    credential.passwordHash.equals(known.passwordHash) &&
    isDeepStrictEqual(credential.exit, known.exit)
  );
}
