/** Things that are due a fixed time after they came in. */

/** Milliseconds between two looks at the queues: how late something may be noticed. */
export const SWEEP_MS = 250;

/**
 * A queue in order of arrival, which is the order in which things fall due. One timer of the whole process sweeps it: a timer for each
 * connection would cost more than the rest of its handshake.
 */
export class DeadlineQueue<T extends object> {
  private readonly due = new Map<T, number>();
  private readonly ms: number;
  private readonly expire: (item: T) => void;

  /** @param expire called once for what is due, which is no longer in the queue then. */
  constructor(ms: number, expire: (item: T) => void) {
    this.ms = ms;
    this.expire = expire;
  }

  get size(): number {
    return this.due.size;
  }

  /** Puts an item in, or in again with its full time. */
  add(item: T): void {
    this.due.delete(item);
    this.due.set(item, performance.now() + this.ms);
  }

  delete(item: T): void {
    this.due.delete(item);
  }

  /** What is due next is due now. @returns false where there is nothing. */
  expireFirst(): boolean {
    const { value: item } = this.due.keys().next();
    if (item === undefined) return false;
    this.due.delete(item);
    this.expire(item);
    return true;
  }

  /** Everything is due now. */
  expireAll(): void {
    for (const item of this.due.keys()) {
      this.due.delete(item);
      this.expire(item);
    }
  }

  sweep(): void {
    const now = performance.now();
    for (const [item, at] of this.due) {
      if (at > now) return;
      this.due.delete(item);
      this.expire(item);
    }
  }
}
