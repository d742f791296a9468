/** The head of an HTTP/1.x request: where it ends and what stands in it (RFC 9112, sections 2 to 5), read strictly. */
import { entryPointLimits } from '#server/kernel/limits.ts';
import type { Refusal } from '#server/kernel/refusals.ts';
import { CR, isControlByte, isTokenByte, LF } from './token.ts';

/** The longest head, with the empty line that ends it and those before it. */
const MAX_HEAD = entryPointLimits.headBytes;

export interface Field {
  /** In lower case. */
  readonly name: string;
  /** The name as the client wrote it. */
  readonly spelling: string;
  /** Without the white space around it; a byte a character. */
  readonly value: string;
}

export interface RequestHead {
  readonly method: string;
  /** In whatever form; without spaces and control characters, a byte a character. */
  readonly target: string;
  readonly version: 'HTTP/1.0' | 'HTTP/1.1';
  readonly fields: readonly Field[];
}

/** Looks for the end of one head in bytes that grow. Lines end in CR LF; a line feed alone is refused as soon as it comes. */
export class HeadScanner {
  #start = 0;
  #line = 0;
  #scanned = 0;

  /** Where the request line begins: after the empty lines that some clients send first (RFC 9112, section 2.2). */
  get start(): number {
    return this.#start;
  }

  /**
   * @param bytes what was looked at before, and perhaps more behind it.
   * @returns the offset behind the empty line that ends the head, null where it is not there yet, or what is wrong.
   */
  find(bytes: Buffer): number | null | Refusal {
    for (;;) {
      const feed = bytes.indexOf(LF, this.#scanned);
      if (feed === -1 || feed >= MAX_HEAD) {
        this.#scanned = bytes.length;
        return bytes.length < MAX_HEAD ? null : 'head_too_large';
      }
      if (bytes[feed - 1] !== CR) return 'malformed';
      const empty = feed === this.#line + 1;
      if (empty && this.#line > this.#start) return feed + 1;
      this.#line = feed + 1;
      this.#scanned = feed + 1;
      if (empty) this.#start = feed + 1;
    }
  }
}

/**
 * @param text request line and header fields, each with its CR LF, a byte a character.
 * @returns null where it breaks the grammar: folded lines, white space before a colon, control
 * characters, any version but 1.0 and 1.1.
 */
export function parseHead(text: string): RequestHead | null {
  const lineEnd = text.indexOf('\r\n');
  const methodEnd = text.indexOf(' ');
  const targetEnd = text.lastIndexOf(' ', lineEnd);
  const method = text.slice(0, methodEnd);
  const target = text.slice(methodEnd + 1, targetEnd);
  const version = text.slice(targetEnd + 1, lineEnd);
  if (version !== 'HTTP/1.1' && version !== 'HTTP/1.0') return null;
  if (methodEnd >= targetEnd || !isToken(method) || !isTarget(target)) return null;
  const fields: Field[] = [];
  for (let at = lineEnd + 2; at < text.length; ) {
    const end = text.indexOf('\r\n', at);
    const field = parseField(text, at, end);
    if (field === null) return null;
    fields.push(field);
    at = end + 2;
  }
  return { method, target, version, fields };
}

function parseField(text: string, start: number, end: number): Field | null {
  const colon = text.indexOf(':', start);
  if (colon === -1 || colon > end) return null;
  const spelling = text.slice(start, colon);
  if (!isToken(spelling)) return null;
  let from = colon + 1;
  let to = end;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  for (let at = from; at < to; at++) {
    if (isControlByte(text.charCodeAt(at))) return null;
  }
  return { name: spelling.toLowerCase(), spelling, value: text.slice(from, to) };
}

/** Not String.trim, which also takes a byte of UTF-8 for white space. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function isToken(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (!isTokenByte(text.charCodeAt(at))) return false;
  }
  return text !== '';
}

/** Bytes above ASCII are passed on as they are: clients do send paths in UTF-8. */
function isTarget(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x7f) return false;
  }
  return text !== '';
}
