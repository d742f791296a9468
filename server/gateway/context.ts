/** What all connections of the entry point share. */
import type { Log } from '#server/kernel/log.ts';
import type { Admission } from './admission.ts';
import type { Counts } from './counts.ts';
import type { DeadlineQueue } from './deadline-queue.ts';
import type { Cuttable } from './directory/credential.ts';
import type { Directory } from './directory/directory.ts';
import type { Dialer } from './egress/dial.ts';
import type { Failures } from './failures.ts';
import type { Room } from './room.ts';
import type { UsageWriter } from './usage.ts';

/** A connection that is not a tunnel yet. */
export interface Newcomer extends Cuttable {
  /** Its time is over. */
  expire(): void;
  /** It is told that its authentication failed. */
  tellFailure(): void;
}

/** A tunnel, as those see it that end it. */
export interface OpenTunnel extends Cuttable {
  /** Ends it where nothing has passed for `idleMs`. Called every few seconds, `now` by performance.now(). */
  sweep(now: number, idleMs: number): void;
}

export interface GatewayContext {
  readonly directory: Directory;
  /** Keys the check of passwords. */
  readonly key: Buffer;
  readonly dialer: Dialer;
  readonly admission: Admission;
  readonly failures: Failures;
  readonly usage: UsageWriter;
  readonly counts: Counts;
  readonly log: Log;
  readonly room: Room;
  /** Those in their handshake, until the deadline ends them. */
  readonly handshakes: DeadlineQueue<Newcomer>;
  /** Those whose authentication failed, until they are told. */
  readonly held: DeadlineQueue<Newcomer>;
  /** Those whose target is being connected. */
  readonly dialing: Set<Newcomer>;
  /** Those that were refused, until they have taken the answer or had their time for it. */
  readonly leaving: DeadlineQueue<Newcomer>;
  readonly tunnels: Set<OpenTunnel>;
}
