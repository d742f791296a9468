/** Tells by the first byte which protocol a client speaks. */
import type { Refusal } from '#server/kernel/refusals.ts';
import { type Established, type Handshake, READ, type Step } from './handshake.ts';
import { HttpHandshake } from './http.ts';
import { Socks5Handshake } from './socks5.ts';
import { CR, isTokenByte, LF } from './token.ts';
import { NOTHING } from './unread.ts';

const SOCKS4 = 4;
const SOCKS5 = 5;
/** Version 4 has no passwords. Its refusal is the one that its clients can read. */
const SOCKS4_REFUSED: Step = { step: 'refuse', reason: 'malformed', send: Buffer.from([0, 0x5b, 0, 0, 0, 0, 0, 0]) };
const NOT_A_PROTOCOL: Step = { step: 'refuse', reason: 'malformed', send: NOTHING };

/** The handshake of a new connection. */
export function createHandshake(): Handshake {
  return new Negotiation();
}

class Negotiation implements Handshake {
  #chosen: Handshake | null = null;
  #over = false;

  get protocol(): Handshake['protocol'] {
    return this.#chosen?.protocol ?? 'unknown';
  }

  push(bytes: Buffer): Step {
    if (this.#chosen !== null) return this.#chosen.push(bytes);
    const first = bytes[0];
    if (first === undefined || this.#over) return READ;
    if (first === SOCKS5) this.#chosen = new Socks5Handshake();
    else if (beginsHttp(first)) this.#chosen = new HttpHandshake();
    else {
      this.#over = true;
      return first === SOCKS4 ? SOCKS4_REFUSED : NOT_A_PROTOCOL;
    }
    return this.#chosen.push(bytes);
  }

  authenticated(valid: boolean): Step {
    return this.#begun().authenticated(valid);
  }

  connected(): Established {
    return this.#begun().connected();
  }

  refuse(reason: Refusal): Buffer {
    this.#over = true;
    return this.#chosen?.refuse(reason) ?? NOTHING;
  }

  #begun(): Handshake {
    if (this.#chosen === null) throw new Error('The client has sent nothing yet.');
    return this.#chosen;
  }
}

/** A method, or the empty lines that some clients send before it. */
function beginsHttp(byte: number): boolean {
  return isTokenByte(byte) || byte === CR || byte === LF;
}
