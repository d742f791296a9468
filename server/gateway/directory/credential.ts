/** A delivered credential as the entry point knows it, with what is open under it at the moment. */
import type { Exit } from '../exit.ts';

/** Why something open is ended: its credential ran out or is no longer what it was, or the entry point stops. */
export type CutReason = 'expired' | 'revoked' | 'stopped';

/** What is ended when its credential is: a connection that has authenticated. */
export interface Cuttable {
  /** Ends it at once, both ways. */
  cut(reason: CutReason): void;
}

/** Bytes and connections that are not yet written to the database. Bytes count what was relayed after the handshake. */
export interface Usage {
  /** From the client to the target. */
  up: number;
  /** From the target to the client. */
  down: number;
  /** Tunnels opened. */
  connections: number;
}

export interface Credential {
  readonly proxyId: string;
  readonly accountId: number;
  readonly username: string;
  /** Keyed hash of username and password, 32 bytes. */
  readonly passwordHash: Buffer;
  /** Milliseconds since the epoch. Changes with a renewal, which leaves what is open alone. */
  expiresAt: number;
  readonly exit: Exit;
  /** What is open under it. */
  readonly open: Set<Cuttable>;
  readonly usage: Usage;
}
