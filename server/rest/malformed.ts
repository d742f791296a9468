/** What a server says to bytes that are no HTTP request: the API's own kind of answer, instead of Node's bare one. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { newRequestId } from '#server/kernel/request.ts';
import type { Services } from '#server/kernel/services.ts';
import { type ApiAnswer, originForm } from './call.ts';
import { answerMalformed } from './door.ts';

/** @param services null while the site is not up. */
export function answerMalformedBytes(server: Server, services: () => Services | null): void {
  /** Of each connection, the requests whose answers are still to come; clients may send several at once. */
  const unanswered = new WeakMap<Socket, Map<ServerResponse, IncomingMessage>>();
  server.prependListener('request', (request, response) => {
    const here = unanswered.get(request.socket) ?? new Map();
    unanswered.set(request.socket, here.set(response, request));
    response.once('close', () => here.delete(response));
  });
  // An expectation that nobody knows is ignored, as HTTP allows, rather than answered 417 in Node's own words.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const waiting = [...(unanswered.get(socket) ?? [])].filter(([response, request]) => request.complete || response.headersSent);
    const last = waiting.at(-1)?.[0];
    const open = services();
    // A connection opened ahead of need, on which nothing came in time, expects no answer.
    if (!open || !socket.writable || socket.bytesRead === 0 || error.code === 'ECONNRESET') {
      socket.destroy();
    } else if (last) {
      // The garbage follows good requests that are being processed: to call one of those malformed might be a lie about a purchase.
      last.shouldKeepAlive = false;
      last.once('close', () => socket.destroy());
    } else {
      void refuse(open, socket);
    }
  });
  // Node would close the connection without a word: this is no proxy.
  server.on('connect', (_request, socket: Socket) => {
    const open = services();
    if (open) void refuse(open, socket);
    else socket.destroy();
  });
}

async function refuse(services: Services, socket: Socket): Promise<void> {
  const { status, headers, body } = await malformed(services, socket);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/**
 * True for a request that cannot be routed: without a Host, which HTTP/1.1 forbids (give the server `requireHostHeader: false`, or Node refuses
 * it in its own words), or for no path at all (`OPTIONS *`).
 */
export function isUnroutable(request: IncomingMessage): boolean {
  const lacksHost = request.headers.host === undefined && request.httpVersion === '1.1';
  return lacksHost || !originForm(request.url ?? '').startsWith('/');
}

/** Answers a request that was read but cannot be routed. */
export async function refuseMalformed(services: Services, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await malformed(services, request.socket);
  response.writeHead(status, { ...headers, Connection: 'close' });
  response.end(body);
}

async function malformed(services: Services, socket: Socket): Promise<ApiAnswer> {
  const facts = { requestId: newRequestId(), clientAddress: socket.remoteAddress ?? 'unknown' };
  const answer = await answerMalformed(services, facts);
  return { ...answer, headers: { ...answer.headers, 'Content-Length': String(Buffer.byteLength(answer.body)) } };
}
