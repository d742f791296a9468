/** What all connections of the entry point share. */
import type { Log } from '#server/kernel/log.ts';
import type { Admission } from './admission.ts';
import type { Connection } from './connection.ts';
import type { Counts } from './counts.ts';
import type { DeadlineQueue } from './deadline-queue.ts';
import type { Directory } from './directory/directory.ts';
import type { Dialer } from './egress/dial.ts';
import type { Failures } from './failures.ts';
import type { Tunnel } from './tunnel.ts';
import type { UsageWriter } from './usage.ts';

export interface Desk {
  readonly directory: Directory;
  /** Keys the check of passwords. */
  readonly key: Buffer;
  readonly dialer: Dialer;
  readonly admission: Admission;
  readonly failures: Failures;
  readonly usage: UsageWriter;
  readonly counts: Counts;
  readonly log: Log;
  /** Those in their handshake, until the deadline ends them. */
  readonly handshakes: DeadlineQueue<Connection>;
  /** Those whose authentication failed, until they are told. */
  readonly held: DeadlineQueue<Connection>;
  /** Those whose target is being connected. */
  readonly dialing: Set<Connection>;
  /** Those that were refused, until they have taken the answer or had their time for it. */
  readonly leaving: DeadlineQueue<Connection>;
  readonly tunnels: Set<Tunnel>;
}
