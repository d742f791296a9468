/**
 * A stand-in for a Redis that a test can make hang, fail or recover: it speaks enough RESP for the site's client. Its answers to the site's
 * script come from the caller; that the script itself is right is tested on a real Redis where there is one.
 */
import { once } from 'node:events';
import net from 'node:net';

export interface StandInRedis {
  readonly url: string;
  /** Commands that arrived, names in upper case. */
  readonly commands: readonly string[];
  /** From now on it accepts connections and says nothing, or answers again. */
  hang(hanging: boolean): void;
  close(): Promise<void>;
}

/** @param take answers a call of the script: bucket, limit, window and moment → allowed, remaining, milliseconds to the reset. */
export async function startStandInRedis(
  take: (bucket: string, limit: number, windowMs: number, now: number) => readonly [number, number, number],
): Promise<StandInRedis> {
  const commands: string[] = [];
  const sockets = new Set<net.Socket>();
  let hanging = false;
  let scriptKnown = false;

  function reply([name = '', ...args]: readonly string[]): string {
    commands.push(name.toUpperCase());
    switch (name.toUpperCase()) {
      case 'HELLO':
        return '%1\r\n+server\r\n+redis\r\n';
      case 'PING':
        return '+PONG\r\n';
      case 'EVALSHA':
        if (!scriptKnown) return '-NOSCRIPT No matching script. Please use EVAL.\r\n';
        break;
      case 'EVAL':
        scriptKnown = true;
        break;
      default:
        return '+OK\r\n';
    }
    const [, , bucket = '', limit, windowMs, now] = args;
    const numbers = take(bucket, Number(limit), Number(windowMs), Number(now));
    return `*3\r\n${numbers.map((number) => `:${number}\r\n`).join('')}`;
  }

  const server = net.createServer((socket) => {
    sockets.add(socket);
    let buffered = '';
    socket.setEncoding('latin1');
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (text: string) => {
      buffered += text;
      for (let command = nextCommand(buffered); command; command = nextCommand(buffered)) {
        buffered = buffered.slice(command.length);
        if (!hanging) socket.write(reply(command.words));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    commands,
    hang(now) {
      hanging = now;
      // What it swallowed while it hung it will never answer: the client has to connect anew.
      if (!now) for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The first whole command of a RESP stream and its length, or null where it is not all there. */
function nextCommand(text: string): { words: string[]; length: number } | null {
  const count = /^\*(\d+)\r\n/.exec(text);
  if (!count) return null;
  let at = count[0].length;
  const words: string[] = [];
  for (let left = Number(count[1]); left > 0; left -= 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (!size) return null;
    const start = at + size[0].length;
    at = start + Number(size[1]) + 2;
    if (text.length < at) return null;
    words.push(text.slice(start, at - 2));
  }
  return { words, length: at };
}
