/** The HTTP server: the REST API by its own listener, everything else through Next. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { boundPort } from '../kernel/bound-port.ts';
import { clientAddress, newRequestId, type RequestFacts, withRequest } from '../kernel/request.ts';
import type { Services } from '../kernel/services.ts';
import { isApiPath } from '../rest/api-path.ts';
import { apiListener } from '../rest/listener.ts';
import { answerMalformedBytes, isUnroutable, refuseMalformed } from '../rest/malformed.ts';
import { answerIp, isIpPath } from './client-ip.ts';

/** What answers once the site is up. */
export interface Handlers {
  readonly services: Services;
  /** Next's own handler. */
  readonly pages: RequestListener;
  /** For the reload channel of development. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** A listening server that answers 503 until it is opened, and again once it is closing. */
export interface WebServer {
  /** The port that it got. */
  readonly port: number;
  open(handlers: Handlers): void;
  /** Takes no more requests and waits for those under way, at most `seconds`. */
  close(seconds: number): Promise<void>;
}

/**
 * Starts listening at once, so that a port in use is told before anything else is done.
 * @throws the system's error where the port cannot be had.
 */
export async function listen(host: string, port: number): Promise<WebServer> {
  let handlers: Handlers | null = null;
  let api: RequestListener | null = null;
  const options: ServerOptions = {
    requireHostHeader: false,
    // Next listens for upgrades of any path, also in production, where nothing answers them; and to the API an offer
    // to upgrade is nothing to act on.
    shouldUpgradeCallback: (request) => handlers?.upgrade !== undefined && !isApiPath(request.url ?? ''),
  };
  const server = createServer(options, (request, response) => {
    if (!handlers || !api) return unavailable(response);
    if (isUnroutable(request)) return refuseMalformed(handlers.services, request, response);
    if (request.url === '/api/health') return healthy(handlers.services, response);
    if (isIpPath(request.url ?? '')) return tellIp(handlers.services, request, response);
    if (isApiPath(request.url ?? '')) return api(request, response);
    return withRequest(factsOf(handlers.services, request), () => handlers?.pages(request, response));
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  answerMalformedBytes(server, () => handlers?.services ?? null);
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    port: boundPort(server),
    open(opened) {
      handlers = opened;
      api = apiListener(opened.services, (request) => factsOf(opened.services, request));
      if (opened.upgrade) server.on('upgrade', opened.upgrade);
    },
    async close(seconds) {
      handlers = null;
      await drained(server, sockets, seconds);
    },
  };
}

function factsOf({ env }: Services, request: IncomingMessage): RequestFacts {
  const forwarded = request.headers['x-forwarded-for'];
  const forwardedFor = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? null);
  return {
    requestId: newRequestId(),
    clientAddress: clientAddress(request.socket.remoteAddress ?? 'unknown', forwardedFor, env.TRUSTED_PROXIES),
  };
}

/** Not JSON, as the specification says of 503: clients take it as a reason to try again. */
function unavailable(response: ServerResponse): void {
  response.writeHead(503, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '2',
    Connection: 'close',
  });
  response.end('The site is starting or stopping. Try again in a few seconds.\n');
}

async function healthy({ db }: Services, response: ServerResponse): Promise<void> {
  if (!(await db.isReady())) return unavailable(response);
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end('{"ok":true}');
}

function tellIp(services: Services, request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '' } = request;
  const { status, headers, body } = answerIp(method, url, factsOf(services, request).clientAddress);
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

/** Closes what is idle, waits for the rest, and at the deadline ends every connection, upgraded ones too. */
function drained(server: Server, sockets: ReadonlySet<Socket>, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, seconds * 1_000);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}
