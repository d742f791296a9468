/** A request to the API and its answer as the front door sees them, whichever HTTP stack carried them. */

export interface ApiCall {
  /** As the client wrote it, in upper case for the ones that HTTP defines. */
  readonly method: string;
  /** Path and query as the client wrote them. */
  readonly target: string;
  /** A header by its name in lower case, repeated ones joined with `, `; null where absent. */
  header(name: string): string | null;
  /** The body, or why there is none: it is larger than `mostBytes` (its rest is not read), or it broke off before its end. */
  readBody(mostBytes: number): Promise<Uint8Array | 'too_large' | 'broken_off'>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  /** The same for the request log: the code of a refusal, and the order that the answer is about. */
  readonly told: { readonly code: string | null; readonly orderId: number | null };
}

/** The part of a request target that HTTP routes by, of an address in full as well (RFC 9112, section 3.2.2): `/path?query`. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const authority = target.indexOf('://');
  if (authority === -1) return target;
  const path = target.slice(authority + 3).search(/[/?#]/);
  if (path === -1) return '/';
  const rest = target.slice(authority + 3 + path);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
