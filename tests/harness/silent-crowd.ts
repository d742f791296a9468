/**
 * A program that opens many connections and says nothing: `node silent-crowd.ts PORT COUNT SOURCES`. A process of
 * its own, for the sake of file descriptors and so that it does not slow down the test. It tells when all are open,
 * and how long each of them lived.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type CrowdMessage =
  | { readonly open: number }
  /** Seconds that the shortest of them lived, from before it was there until it was ended. */
  | { readonly ended: number; readonly shortest: number };

/** Connections that are being opened at a time. */
const AT_A_TIME = 200;

const [port = 0, count = 0, sources = 1] = process.argv.slice(2).map(Number);
const lives: number[] = [];
let left = count;

async function open(index: number): Promise<void> {
  const since = performance.now();
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.9.${1 + (index % sources)}` });
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.on('data', () => {});
  socket.on('close', () => {
    lives.push((performance.now() - since) / 1_000);
    left -= 1;
    if (left > 0) return;
    tell({ ended: lives.length, shortest: Math.min(...lives) });
    process.disconnect?.();
  });
}

function tell(message: CrowdMessage): void {
  process.send?.(message);
}

let next = 0;
await Promise.all(
  Array.from({ length: AT_A_TIME }, async () => {
    while (next < count) {
      next += 1;
      await open(next);
    }
  }),
);
tell({ open: count });
