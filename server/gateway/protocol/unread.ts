/** What a client has sent and no message has used up yet. */

/** Nothing, shared: for answers and payloads that are empty. */
export const NOTHING = Buffer.alloc(0);

/**
 * Bytes wait here until a message is whole. Mostly one packet brings one message, and then nothing is copied: what `add` gets is
 * looked at where it lies, and `keep` copies only what is left over, so that the caller may use its buffer again.
 */
export class Unread {
  #bytes: Buffer = NOTHING;
  #borrowed = false;

  get bytes(): Buffer {
    return this.#bytes;
  }

  add(bytes: Buffer): void {
    this.#borrowed = this.#bytes.length === 0;
    this.#bytes = this.#borrowed ? bytes : Buffer.concat([this.#bytes, bytes]);
  }

  /** Forgets the first bytes. */
  drop(count: number): void {
    this.#bytes = count === this.#bytes.length ? NOTHING : this.#bytes.subarray(count);
  }

  /** Makes what is left its own. To be called before the buffer that was added goes back to its owner. */
  keep(): void {
    if (this.#borrowed && this.#bytes.length > 0) this.#bytes = Buffer.from(this.#bytes);
    this.#borrowed = false;
  }

  /** @returns all that is left; nothing is left then. */
  take(): Buffer {
    const bytes = this.#bytes;
    this.#bytes = NOTHING;
    return bytes;
  }
}
