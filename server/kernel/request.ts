/**
 * What the front of the house knows of a request: its id and its client's address. The custom server and Next's bundle
 * hold copies of this module, so the storage hangs on the process; a client cannot forge it as it could a header.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

export interface RequestFacts {
  readonly requestId: string;
  /** The client's address, after as many trusted proxies as the operator configured (decision 9). */
  readonly clientAddress: string;
}

const key = Symbol.for('site.request');
const slot = globalThis as { [key]?: AsyncLocalStorage<RequestFacts> };
slot[key] ??= new AsyncLocalStorage<RequestFacts>();
const storage = slot[key];

/** Runs `work` knowing the request's facts. */
export function withRequest<T>(facts: RequestFacts, work: () => T): T {
  return storage.run(facts, work);
}

/** The facts of the request at hand, or undefined where Next serves without the custom server. */
export function currentRequest(): RequestFacts | undefined {
  return storage.getStore();
}

/** A fresh request id. */
export function newRequestId(): string {
  return randomUUID();
}

/**
 * The client's address: the socket's, or what the trusted proxies say. Each trusted proxy appends the address that it saw, so the
 * client's is the one that the outermost of them wrote: `trustedProxies` places from the end of X-Forwarded-For.
 * Whatever stands before it may be forged. A list shorter than that falls back to the socket.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | null, trustedProxies: number): string {
  if (trustedProxies === 0) return socketAddress;
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  return withoutPort(hops.at(-trustedProxies) ?? '') || socketAddress;
}

/** Some proxies write `192.0.2.7:1234` and `[2001:db8::1]:1234`. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}
