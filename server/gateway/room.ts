/**
 * Room for connections and for their targets, each of which takes a file descriptor. Where there is none left, whoever has been
 * in its handshake for longest makes way: who means it is through in moments, and silent clients, however many, keep nobody out.
 */

import type { Newcomer } from './context.ts';
import type { Counts } from './counts.ts';
import type { DeadlineQueue } from './deadline-queue.ts';

interface Occupants {
  readonly counts: Counts;
  readonly handshakes: DeadlineQueue<Newcomer>;
  readonly dialing: ReadonlySet<Newcomer>;
}

export class Room {
  private readonly occupants: Occupants;
  private readonly connections: number;
  private readonly descriptors: number;

  /** @param connections in all; `descriptors` for these and their targets. */
  constructor(occupants: Occupants, connections: number, descriptors: number) {
    this.occupants = occupants;
    this.connections = connections;
    this.descriptors = descriptors;
  }

  /** Whether one more connection can be taken. */
  forConnection(): boolean {
    const { counts, handshakes } = this.occupants;
    return (counts.connections < this.connections && this.hasDescriptor()) || handshakes.expireFirst();
  }

  /** Whether the target of a connection can be connected. */
  forTarget(): boolean {
    return this.hasDescriptor() || this.occupants.handshakes.expireFirst();
  }

  private hasDescriptor(): boolean {
    const { counts, dialing } = this.occupants;
    return counts.connections + counts.tunnels + dialing.size < this.descriptors;
  }
}
