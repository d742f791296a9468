/** What a server says to bytes that are no HTTP request: the API's own kind of answer, instead of Node's bare one. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { newRequestId } from '#server/kernel/request.ts';
import type { Services } from '#server/kernel/services.ts';
import type { ApiAnswer } from './call.ts';
import { answerMalformed } from './door.ts';

/** @param services null while the site is not up. */
export function answerMalformedBytes(server: Server, services: () => Services | null): void {
  const latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  server.prependListener('request', (request, response) => latest.set(request.socket, { request, response }));
  // An expectation that nobody knows is ignored, as HTTP allows, rather than answered 417 in Node's own words.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const { request, response } = latest.get(socket) ?? {};
    const open = services();
    if (!open || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
    } else if (response && !response.writableFinished && (request?.complete || response.headersSent)) {
      // The garbage follows a good request that is being processed: to call that one malformed might be a lie about a purchase.
      response.shouldKeepAlive = false;
      response.once('close', () => socket.destroy());
    } else {
      void refuse(open, socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400);
    }
  });
}

async function refuse(services: Services, socket: Socket, status: number): Promise<void> {
  const { headers, body } = await malformed(services, socket, status);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** True for a request that HTTP/1.1 forbids and Node would refuse in its own words (give the server `requireHostHeader: false`). */
export function lacksHost(request: IncomingMessage): boolean {
  return request.headers.host === undefined && request.httpVersion === '1.1';
}

/** Answers a request that was read but cannot be routed. */
export async function refuseMalformed(services: Services, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await malformed(services, request.socket, 400);
  response.writeHead(status, { ...headers, Connection: 'close' });
  response.end(body);
}

async function malformed(services: Services, socket: Socket, status: number): Promise<ApiAnswer> {
  const facts = { requestId: newRequestId(), clientAddress: socket.remoteAddress ?? 'unknown' };
  const answer = await answerMalformed(services, facts, status);
  return { ...answer, headers: { ...answer.headers, 'Content-Length': String(Buffer.byteLength(answer.body)) } };
}
