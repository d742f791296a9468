/**
 * A plain http:// request that is to be forwarded: what the client asked, and what the target is asked (RFC 9112, section 3.2.2).
 */
import type { Refusal } from '#server/kernel/refusals.ts';
import { ChunkedBody, CountedBody } from './body-gate.ts';
import type { BodyGate, Target } from './handshake.ts';
import { readAuthority } from './host.ts';
import type { Field, RequestHead } from './http-head.ts';

const SCHEME = 'http://';
const CONTENT_LENGTH = /^\d{1,15}$/;
/** Fields between two neighbours (RFC 9110, section 7.6.1), the client's credential first of all. */
const HOP_BY_HOP = new Set([
  'proxy-authorization',
  'proxy-authenticate',
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'upgrade',
]);
/** Fields that are written anew, whatever `Connection` says of them. */
const WRITTEN = new Set(['host', 'content-length', 'transfer-encoding']);

const USE_CONNECT = 'An https:// address is not forwarded. Use CONNECT host:port.';
const NO_SITE =
  'This is the entry point of a proxy, not a site. Enter it as the proxy of your client, with the credential as it was delivered.';

export interface ForwardRequest {
  readonly target: Target;
  /** For the target. */
  readonly head: Buffer;
  /** Null where no body follows. */
  readonly gate: BodyGate | null;
}

/** Why a request is turned away; `text` where something better than the table's can be said. */
export interface Problem {
  readonly reason: Refusal;
  readonly text?: string;
}

/**
 * The request leaves in origin-form, with `Connection: close` and without any trace of this proxy: no Via, no Forwarded. Its
 * version stays the client's, so that the target answers in a way which the client understands.
 */
export function readForward(head: RequestHead): ForwardRequest | Problem {
  const { target: uri } = head;
  const scheme = uri.slice(0, SCHEME.length + 1).toLowerCase();
  if (scheme === 'https://') return { reason: 'malformed', text: USE_CONNECT };
  if (uri.startsWith('/')) return { reason: 'malformed', text: NO_SITE };
  if (!scheme.startsWith(SCHEME) || uri.includes('#')) return { reason: 'malformed' };
  const pathStart = authorityEnd(uri);
  const authority = uri.slice(SCHEME.length, pathStart);
  const target = readAuthority(authority, 80);
  if (typeof target === 'string') return { reason: target };
  const framing = readFraming(head);
  if (framing === null) return { reason: 'malformed' };
  const text =
    `${head.method} ${originForm(head.method, uri.slice(pathStart))} ${head.version}\r\n` +
    `Host: ${authority.endsWith(':') ? authority.slice(0, -1) : authority}\r\n` +
    endToEnd(head.fields) +
    framing.line +
    'Connection: close\r\n\r\n';
  return { target, head: Buffer.from(text, 'latin1'), gate: framing.gate };
}

function authorityEnd(uri: string): number {
  for (let at = SCHEME.length; at < uri.length; at++) {
    const character = uri[at];
    if (character === '/' || character === '?') return at;
  }
  return uri.length;
}

function originForm(method: string, rest: string): string {
  if (rest.startsWith('/')) return rest;
  return rest === '' && method === 'OPTIONS' ? '*' : `/${rest}`;
}

/** The fields that are meant for the target, without those that are written anew. */
function endToEnd(fields: readonly Field[]): string {
  const listed = new Set<string>();
  for (const field of fields) {
    if (field.name !== 'connection') continue;
    for (const option of field.value.split(',')) listed.add(option.trim().toLowerCase());
  }
  let text = '';
  for (const { name, spelling, value } of fields) {
    if (!HOP_BY_HOP.has(name) && !WRITTEN.has(name) && !listed.has(name)) text += `${spelling}: ${value}\r\n`;
  }
  return text;
}

/** How the body is framed; null where two readers could disagree on it (RFC 9112, section 6.3). */
function readFraming(head: RequestHead): { line: string; gate: BodyGate | null } | null {
  let length: string | null = null;
  let chunked = false;
  for (const { name, value } of head.fields) {
    if (name === 'content-length') {
      if (!CONTENT_LENGTH.test(value) || (length !== null && length !== value)) return null;
      length = value;
    } else if (name === 'transfer-encoding') {
      if (chunked || value.toLowerCase() !== 'chunked' || head.version === 'HTTP/1.0') return null;
      chunked = true;
    }
  }
  if (chunked) return length === null ? { line: 'Transfer-Encoding: chunked\r\n', gate: new ChunkedBody() } : null;
  if (length === null) return { line: '', gate: null };
  return { line: `Content-Length: ${length}\r\n`, gate: Number(length) === 0 ? null : new CountedBody(Number(length)) };
}
