/** A port for a program that cannot be asked to take any. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/** Below those that systems hand out by themselves (Linux from 32768 on, others higher): none of them is lent to somebody else meanwhile. */
const [FIRST, LAST] = [10_000, 32_767];
/** Files of tests that run at the same time, at most: each has ports of its own, so that none takes another's before it is used. */
const SHARES = 8;

/** Nobody else in this file of tests gets one again while its owner does not listen. */
const given = new Set<number>();

/** A port on 127.0.0.1 that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const ports = Math.floor((LAST - FIRST + 1) / SHARES);
  const first = FIRST + (Number(process.env.VITEST_POOL_ID ?? 0) % SHARES) * ports;
  for (;;) {
    const port = randomInt(first, first + ports);
    if (given.has(port)) continue;
    const server = net.createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    given.add(port);
    return port;
  }
}
