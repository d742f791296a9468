/**
 * What the site and the entry point do under the key that both hold: the check of proxy passwords, and the
 * passwords of upstreams at rest.
 */
import { createVault, deriveKey, keyedHash } from './crypto.ts';

/** By which the entry point checks the password of a proxy, bound to its username: 32 bytes. */
export function passwordHash(key: Buffer, username: string, password: string): Buffer {
  return keyedHash(key, `${username}:${password}`);
}

/** An upstream as far as its password is bound to it. */
interface UpstreamLogin {
  readonly host: string;
  readonly port: number;
  readonly username: string;
}

/** Seals the passwords of upstreams, each for its host, port and username only. */
export interface UpstreamVault {
  seal(password: string, upstream: UpstreamLogin): Buffer;
  /** @throws Error where it was sealed under another key or for another upstream, or was tampered with. */
  open(sealed: Uint8Array, upstream: UpstreamLogin): string;
}

/** The vault under a key of its own, derived from the entry point's. */
export function upstreamVault(key: Buffer): UpstreamVault {
  const vault = createVault(deriveKey(key, 'upstream passwords at rest'));
  const boundTo = ({ host, port, username }: UpstreamLogin) => JSON.stringify([host, port, username]);
  return {
    seal: (password, upstream) => vault.seal(password, boundTo(upstream)),
    open: (sealed, upstream) => vault.open(sealed, boundTo(upstream)),
  };
}
