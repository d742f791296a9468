/** The server stops in order: what is under way is finished, and nobody outside can keep it from ending. */
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { lockAccount } from '#tests/harness/locks.ts';
import { created, newKey, newReseller } from '#tests/harness/reseller.ts';
import { scratchEnv, startServer } from '#tests/harness/server.ts';
import { ownSite } from '#tests/harness/site.ts';

const site = ownSite({ stock: 5 });

test('a purchase that is being processed is finished and answered', async () => {
  const reseller = await newReseller(site());
  const held = await lockAccount(site(), reseller);
  const answer = reseller.buy(newKey(), { country: 'fr', qty: 1 });
  await held.waitedFor();
  process.kill(site().server.pid, 'SIGTERM');
  await held.release();
  expect(created(await answer).qty).toBe(1);
});

test('a connection that asked for an upgrade and fell silent does not keep it alive', async () => {
  const server = await startServer(scratchEnv(site().services.env.DATABASE_URL ?? ''));
  await (await fetch(`${server.url}/sign-in`)).text();
  const socket = net.connect(server.port, '127.0.0.1');
  socket.write('GET /_next/webpack-hmr HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [bytes] = await once(socket, 'data');
  expect(String(bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
  await server.stop();
  socket.destroy();
});
