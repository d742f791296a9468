/** A port for a program that cannot be asked to take any. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/** Below those that systems hand out by themselves (Linux from 32768 on, others higher): none of them is lent to somebody else meanwhile. */
const [FIRST, LAST] = [10_000, 32_767];

/** A port on 127.0.0.1 that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
    const server = net.createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
