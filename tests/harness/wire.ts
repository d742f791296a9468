/** A TCP connection byte by byte, for what clients of a library's kind would never send. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** How the other side ended a connection. */
export type Ending = 'end' | 'reset';

export class Wire {
  readonly socket: Socket;
  private received = Buffer.alloc(0);
  private ending: Ending | null = null;
  private wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    });
    socket.on('end', () => this.finish('end'));
    socket.on('error', () => this.finish('reset'));
    socket.on('close', () => this.finish('reset'));
  }

  /** Connects to a port of the loopback address. @param from the address that the other side sees. */
  static async open(port: number, from = '127.0.0.1'): Promise<Wire> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true, noDelay: true });
    await once(socket, 'connect');
    return new Wire(socket);
  }

  send(bytes: Uint8Array | string): this {
    this.socket.write(bytes);
    return this;
  }

  /** Sends one byte at a time, each in a packet of its own. */
  async trickle(bytes: Uint8Array): Promise<void> {
    for (const byte of bytes) {
      this.socket.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Says that nothing more will be sent, and goes on reading. */
  finishSending(): this {
    this.socket.end();
    return this;
  }

  /** The next `count` bytes. @throws Error with what came instead where the connection ends before. */
  async take(count: number): Promise<Buffer> {
    await this.until(() => this.received.length >= count);
    if (this.received.length < count) {
      throw new Error(`wanted ${count} bytes, the connection ended after ${JSON.stringify(this.received.toString('latin1'))}`);
    }
    const taken = this.received.subarray(0, count);
    this.received = this.received.subarray(count);
    return taken;
  }

  /** The head of an HTTP answer, with its empty line. */
  async takeHead(): Promise<string> {
    await this.until(() => this.received.includes('\r\n\r\n'));
    const end = this.received.indexOf('\r\n\r\n');
    return (await this.take(end < 0 ? this.received.length + 1 : end + 4)).toString('latin1');
  }

  /** All that comes until the other side ends the connection, and how it does that. */
  async takeRest(): Promise<{ bytes: Buffer; ending: Ending }> {
    await this.until(() => false);
    const bytes = this.received;
    this.received = Buffer.alloc(0);
    return { bytes, ending: this.ending ?? 'end' };
  }

  /** True once the other side has ended the connection, in whatever way. */
  get isOver(): boolean {
    return this.ending !== null;
  }

  close(): void {
    this.socket.destroy();
  }

  private finish(ending: Ending): void {
    this.ending ??= ending;
    this.wake();
  }

  private async until(enough: () => boolean): Promise<void> {
    while (!enough() && this.ending === null) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
