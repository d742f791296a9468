/** What clients want to reach through the entry point: servers on the loopback address. */
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A port that nobody listens on: below those that the system gives to programs, so that none of another test can have it. */
export const CLOSED_PORT = 1;

export interface Target {
  readonly port: number;
  /** Addresses from which it was reached, in order. */
  readonly peers: string[];
  close(): Promise<void>;
}

/** Gives back every byte, and the end when it comes. */
export function startEcho(): Promise<Target> {
  return startTcp((socket) => socket.pipe(socket));
}

/** Does with each connection what `serve` does. */
export async function startTcp(serve: (socket: Socket) => void, host = '127.0.0.1'): Promise<Target> {
  const sockets = new Set<Socket>();
  const peers: string[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    peers.push(socket.remoteAddress ?? '');
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    serve(socket);
  });
  return listening(server, peers, host, () => {
    for (const socket of sockets) socket.destroy();
  });
}

export interface WebTarget extends Target {
  /** The requests that it got, as they arrived. */
  readonly requests: { method: string; url: string; headers: IncomingMessage['rawHeaders']; body: string }[];
}

/** A web server that tells what it was asked, as JSON. */
export async function startWeb(): Promise<WebTarget> {
  const requests: WebTarget['requests'] = [];
  const peers: string[] = [];
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', rawHeaders } = request;
    requests.push({ method, url, headers: rawHeaders, body: Buffer.concat(chunks).toString() });
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ method, url, peer: request.socket.remoteAddress }));
  });
  server.on('connection', (socket: Socket) => peers.push(socket.remoteAddress ?? ''));
  const target = await listening(server, peers, '127.0.0.1', () => server.closeAllConnections());
  return { ...target, requests };
}

async function listening(server: Server, peers: string[], host: string, cut: () => void): Promise<Target> {
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    peers,
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
