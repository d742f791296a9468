/** A port for a program that cannot be asked to take any. */
import { once } from 'node:events';
import net from 'node:net';

/** A port on 127.0.0.1 that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
