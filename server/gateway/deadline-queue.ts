/** Things that are due a fixed time after they came in. */

/** In order of arrival, which is the order in which things fall due: what is swept is only what is due. */
export class DeadlineQueue<T extends object> {
  private readonly due = new Map<T, number>();
  private readonly ms: number;
  private readonly expire: (item: T) => void;

  /** @param expire called once for what is due, which is no longer in the queue then. */
  constructor(ms: number, expire: (item: T) => void) {
    this.ms = ms;
    this.expire = expire;
  }

  /** Puts an item in, or in again. @param since from when its time runs, by performance.now(): not long ago. */
  add(item: T, since = performance.now()): void {
    this.due.delete(item);
    this.due.set(item, since + this.ms);
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
