/**
 * Where the body of a forwarded request ends: what comes behind it may carry the next request's
 * credential and is not for this target.
 */
import type { BodyGate } from './handshake.ts';
import { CR, isControlByte, isTokenByte, LF } from './token.ts';
import { NOTHING } from './unread.ts';

const COLON = 0x3a;
const SEMICOLON = 0x3b;
/** Digits of a chunk's size: no more than a number holds exactly. */
const MAX_DIGITS = 12;
/** Extensions and trailer of one body, bytes in all. */
const MAX_EXTRA = 16_384;

/** A body of a known length, in bytes. */
export class CountedBody implements BodyGate {
  #left: number;

  constructor(length: number) {
    this.#left = length;
  }

  take(bytes: Buffer): { bytes: Buffer; ended: boolean } {
    const own = bytes.length <= this.#left ? bytes : bytes.subarray(0, this.#left);
    this.#left -= own.length;
    return { bytes: own, ended: this.#left === 0 };
  }
}

type State =
  | 'size'
  | 'extension'
  | 'size-lf'
  | 'data'
  | 'data-cr'
  | 'data-lf'
  | 'trailer'
  | 'trailer-name'
  | 'trailer-value'
  | 'trailer-lf'
  | 'end-lf'
  | 'ended'
  | 'malformed';

/** A body in chunks (RFC 9112, section 7.1), passed on byte for byte with its extensions and its trailer. */
export class ChunkedBody implements BodyGate {
  #state: State = 'size';
  #digits = 0;
  /** Of the chunk under way: its size as far as it is read, then what is left of it. */
  #size = 0;
  #extra = 0;

  take(bytes: Buffer): { bytes: Buffer; ended: boolean } | 'malformed' {
    let at = 0;
    while (at < bytes.length && this.#state !== 'ended' && this.#state !== 'malformed') {
      if (this.#state === 'data') {
        const length = Math.min(this.#size, bytes.length - at);
        this.#size -= length;
        at += length;
        if (this.#size === 0) this.#state = 'data-cr';
      } else {
        this.#state = this.#after(bytes[at] ?? 0);
        at++;
      }
    }
    if (this.#state === 'malformed') return 'malformed';
    return { bytes: at === bytes.length ? bytes : at === 0 ? NOTHING : bytes.subarray(0, at), ended: this.#state === 'ended' };
  }

  #after(byte: number): State {
    switch (this.#state) {
      case 'size':
        return this.#afterSize(byte);
      case 'extension':
        return byte === CR ? 'size-lf' : this.#extraText(byte);
      case 'size-lf':
        this.#digits = 0;
        return byte !== LF ? 'malformed' : this.#size === 0 ? 'trailer' : 'data';
      case 'data-cr':
        return byte === CR ? 'data-lf' : 'malformed';
      case 'data-lf':
        return byte === LF ? 'size' : 'malformed';
      case 'trailer':
        return byte === CR ? 'end-lf' : this.#trailerName(byte);
      case 'trailer-name':
        return byte === COLON ? 'trailer-value' : this.#trailerName(byte);
      case 'trailer-value':
        return byte === CR ? 'trailer-lf' : this.#extraText(byte);
      case 'trailer-lf':
        return byte === LF ? 'trailer' : 'malformed';
      case 'end-lf':
        return byte === LF ? 'ended' : 'malformed';
      default:
        return this.#state;
    }
  }

  #afterSize(byte: number): State {
    const digit = hexDigit(byte);
    if (digit !== -1) {
      this.#digits++;
      this.#size = this.#size * 16 + digit;
      return this.#digits > MAX_DIGITS ? 'malformed' : 'size';
    }
    if (this.#digits === 0) return 'malformed';
    return byte === CR ? 'size-lf' : byte === SEMICOLON ? 'extension' : 'malformed';
  }

  #trailerName(byte: number): State {
    this.#extra++;
    return isTokenByte(byte) && this.#extra <= MAX_EXTRA ? 'trailer-name' : 'malformed';
  }

  #extraText(byte: number): State {
    this.#extra++;
    return isControlByte(byte) || this.#extra > MAX_EXTRA ? 'malformed' : this.#state;
  }
}

/** @returns -1 for what is none. */
function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}
