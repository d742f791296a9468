/** Trying what a supplier delivered: nothing on this machine is connected to because somebody elsewhere says so. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { upstreamProblem } from './upstreams.ts';

let taken = 0;
const server = net.createServer((socket) => {
  taken += 1;
  socket.destroy();
});
let port: number;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const problemOf = (host: string, outside: boolean) =>
  upstreamProblem({ protocol: 'socks5', host, outside, port, username: 'u', password: 'p' }, 'http://site.example/', 2_000);

it('a supplier elsewhere gets no connection to this machine, by a literal or by a name', async () => {
  for (const host of ['127.0.0.1', 'localhost', '127.1', '::ffff:127.0.0.1']) {
    expect(await problemOf(host, true)).toBe('not_public');
  }
  expect(taken).toBe(0);
});

it.each(['127.0.0.1', 'localhost'])('of one on this machine it is tried, at %s', async (host) => {
  const before = taken;
  expect(await problemOf(host, false)).toBe('does_not_connect');
  // Over both protocols.
  expect(taken).toBe(before + 2);
});

it('a name that nobody has does not connect', async () => {
  expect(await problemOf('no-such-host.invalid', true)).toBe('does_not_connect');
});
