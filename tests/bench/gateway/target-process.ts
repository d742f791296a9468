/** The far end of the tunnels (see TargetPorts), as a process. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { TargetPorts } from './load.ts';

const chunk = Buffer.alloc(256 * 1_024);

async function listen(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    serve(socket);
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const ports: TargetPorts = {
  echo: await listen((socket) => socket.on('data', (bytes) => socket.write(bytes))),
  source: await listen((socket) => {
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', send);
    socket.resume();
    send();
  }),
  sink: await listen((socket) => socket.resume()),
};

process.on('disconnect', () => process.exit());
process.send?.(ports);
