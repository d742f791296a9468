/** SOCKS version 5 with username and password (RFC 1928, RFC 1929), the client's side of which comes in as bytes. */
import ipaddr from 'ipaddr.js';
import { type Refusal, refusals } from '#server/kernel/refusals.ts';
import { type Established, type Handshake, READ, type Step } from './handshake.ts';
import { isHost } from './host.ts';
import { NOTHING, Unread } from './unread.ts';

const VERSION = 5;
const CREDENTIAL_VERSION = 1;
const USERNAME_PASSWORD = 2;
const CONNECT = 1;
const GENERAL_FAILURE = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

const METHOD_CHOSEN = Buffer.from([VERSION, USERNAME_PASSWORD]);
const NO_METHOD = Buffer.from([VERSION, 0xff]);
const WELCOME = Buffer.from([CREDENTIAL_VERSION, 0]);
const WRONG_CREDENTIAL = Buffer.from([CREDENTIAL_VERSION, 1]);
/** By reply field. The bound address is not told: nobody uses it, and it would cost a system call. */
const REPLIES = Array.from({ length: 9 }, (_, reply) => Buffer.from([VERSION, reply, 0, IPV4, 0, 0, 0, 0, 0, 0]));
const [GRANTED = NOTHING] = REPLIES;

/** `verdict` and `connecting` wait for the connection to call; in `over` nothing is read any more. */
type Phase = 'greeting' | 'credential' | 'verdict' | 'request' | 'connecting' | 'over';

/**
 * The first byte is known to be 5 (see negotiation.ts). A message is refused when it is wholly there, as far as its length can be
 * told: to close with bytes unread would reset the connection, and the client might never see the answer.
 */
export class Socks5Handshake implements Handshake {
  readonly protocol = 'socks5';
  readonly #unread = new Unread();
  #phase: Phase = 'greeting';

  push(bytes: Buffer): Step {
    if (this.#phase === 'over') return READ;
    this.#unread.add(bytes);
    const step = this.#advance();
    this.#unread.keep();
    return step;
  }

  authenticated(valid: boolean): Step {
    if (this.#phase !== 'verdict') throw new Error('No credential is being checked.');
    if (!valid) return this.#turnAway('not_authenticated', null);
    this.#phase = 'request';
    return this.#readRequest(WELCOME);
  }

  connected(): Established {
    if (this.#phase !== 'connecting') throw new Error('No target is being connected.');
    this.#phase = 'over';
    return { toClient: GRANTED, toTarget: this.#unread.take(), gate: null, ended: false };
  }

  refuse(reason: Refusal): Buffer {
    const phase = this.#phase;
    this.#phase = 'over';
    this.#unread.take();
    if (phase === 'over') return NOTHING;
    if (phase === 'greeting') return NO_METHOD;
    if (phase === 'credential' || phase === 'verdict') return WRONG_CREDENTIAL;
    return REPLIES[refusals[reason].socksReply ?? GENERAL_FAILURE] ?? NOTHING;
  }

  #advance(): Step {
    switch (this.#phase) {
      case 'greeting':
        return this.#readGreeting();
      case 'credential':
        return this.#readCredential(null);
      case 'request':
        return this.#readRequest(null);
      default:
        return READ;
    }
  }

  /** Version, number of methods, methods. */
  #readGreeting(): Step {
    const { bytes } = this.#unread;
    const end = 2 + (bytes[1] ?? 0);
    if (bytes.length < end) return READ;
    const offered = bytes.indexOf(USERNAME_PASSWORD, 2);
    if (offered === -1 || offered >= end) return this.#turnAway('not_authenticated', null);
    this.#unread.drop(end);
    this.#phase = 'credential';
    return this.#readCredential(METHOD_CHOSEN);
  }

  /** Version, length and username, length and password. Empty ones go the way of wrong ones, so do bytes that are not UTF-8. */
  #readCredential(answer: Buffer | null): Step {
    const { bytes } = this.#unread;
    if (bytes.length > 0 && bytes[0] !== CREDENTIAL_VERSION) return this.#turnAway('malformed', answer);
    const usernameEnd = 2 + (bytes[1] ?? 0);
    const end = usernameEnd + 1 + (bytes[usernameEnd] ?? 0);
    if (bytes.length < end) return read(answer);
    const username = bytes.toString('utf8', 2, usernameEnd);
    const password = bytes.toString('utf8', usernameEnd + 1, end);
    this.#unread.drop(end);
    this.#phase = 'verdict';
    const step = { step: 'authenticate', username, password } as const;
    return answer === null ? step : { ...step, send: answer };
  }

  /** Version, command, a reserved byte that is not looked at, kind of address, address, port. */
  #readRequest(answer: Buffer | null): Step {
    const { bytes } = this.#unread;
    if (bytes.length > 0 && bytes[0] !== VERSION) return this.#turnAway('malformed', answer);
    const command = bytes[1];
    const kind = bytes[3];
    if (kind === undefined) return read(answer);
    if (kind !== IPV4 && kind !== NAME && kind !== IPV6) {
      return this.#turnAway(command === CONNECT ? 'unsupported_address' : 'unsupported_method', answer);
    }
    const hostEnd = kind === IPV4 ? 8 : kind === IPV6 ? 20 : 5 + (bytes[4] ?? 0);
    if (bytes.length < hostEnd + 2) return read(answer);
    if (command !== CONNECT) return this.#turnAway('unsupported_method', answer);
    const host = readHost(bytes, kind, hostEnd);
    if (host === null) return this.#turnAway('unsupported_address', answer);
    const target = { host, port: bytes.readUInt16BE(hostEnd) };
    this.#unread.drop(hostEnd + 2);
    this.#phase = 'connecting';
    return answer === null ? { step: 'connect', target } : { step: 'connect', target, send: answer };
  }

  #turnAway(reason: Refusal, answer: Buffer | null): Step {
    const refusal = this.refuse(reason);
    return { step: 'refuse', reason, send: answer === null ? refusal : Buffer.concat([answer, refusal]) };
  }
}

function read(answer: Buffer | null): Step {
  return answer === null ? READ : { step: 'read', send: answer };
}

/**
 * The host of a request: literals in their canonical form (RFC 5952), names as they were spelled; null for what can be no name.
 */
function readHost(request: Buffer, kind: number, end: number): string | null {
  if (kind === IPV4) return `${request[4]}.${request[5]}.${request[6]}.${request[7]}`;
  if (kind === IPV6) return new ipaddr.IPv6([...request.subarray(4, end)]).toString();
  const name = request.toString('latin1', 5, end);
  return isHost(name) ? name : null;
}
