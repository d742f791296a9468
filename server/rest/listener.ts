/**
 * The API's door on a plain Node server, in front of Next: no Request and Response are built on the way, and a target arrives as the client
 * wrote it.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestFacts } from '#server/kernel/request.ts';
import type { Services } from '#server/kernel/services.ts';
import type { ApiCall } from './call.ts';
import { answerCall } from './door.ts';
import { rateLimitStore } from './rate-limit/site-store.ts';

/** For so many bytes and milliseconds a body that nobody wants is still taken in: a client that is sending reads the answer only then. */
const DRAIN = { bytes: 1_048_576, ms: 1_000 };

/** Answers what is the API's (see isApiPath). @param factsOf what the server knows of a request beside its text. */
export function apiListener(services: Services, factsOf: (request: IncomingMessage) => RequestFacts): RequestListener {
  // Opened before the first request comes, which would have to wait for a client library to be loaded.
  void rateLimitStore(services);
  return async (request, response) => {
    const { status, headers, body } = await answerCall(services, callOf(request), factsOf(request));
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
    if (!request.complete) drain(request);
  };
}

function callOf(request: IncomingMessage): ApiCall {
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    header: (name) => header(request.rawHeaders, name),
    readBody: (mostBytes) => readBody(request, mostBytes),
  };
}

/** From the raw headers: Node's own collection keeps the first of some that were sent twice. */
function header(raw: readonly string[], name: string): string | null {
  let value: string | null = null;
  for (let at = 0; at < raw.length; at += 2) {
    const given = raw[at] as string;
    if (given.length !== name.length || given.toLowerCase() !== name) continue;
    const next = raw[at + 1] as string;
    value = value === null ? next : `${value}, ${next}`;
  }
  return value;
}

function readBody(request: IncomingMessage, mostBytes: number): ReturnType<ApiCall['readBody']> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: Uint8Array | 'too_large' | 'broken_off') => {
      request.off('data', onData);
      resolve(outcome);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > mostBytes) settle('too_large');
    };
    request.on('data', onData);
    request.once('end', () => settle(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once('error', () => settle('broken_off'));
    request.once('close', () => settle('broken_off'));
  });
}

/** Takes in the rest of a body, and ends the connection where there is too much of it. */
function drain(request: IncomingMessage): void {
  const { socket } = request;
  let bytes = 0;
  const deadline = setTimeout(() => socket.destroy(), DRAIN.ms);
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DRAIN.bytes) socket.destroy();
  });
  request.once('end', () => clearTimeout(deadline));
  request.once('close', () => clearTimeout(deadline));
  request.resume();
}
