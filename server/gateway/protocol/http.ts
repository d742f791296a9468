/** HTTP/1.x as a proxy speaks it: one CONNECT or one forwarded request a connection, with Basic authentication. */
import type { Refusal } from '#server/kernel/refusals.ts';
import { readBasicCredential } from './basic-credential.ts';
import { type Established, type Handshake, READ, type Step, type Target } from './handshake.ts';
import { readAuthority } from './host.ts';
import { refusalAnswer } from './http-answer.ts';
import { type ForwardRequest, type Problem, readForward } from './http-forward.ts';
import { HeadScanner, parseHead, type RequestHead } from './http-head.ts';
import { NOTHING, Unread } from './unread.ts';

const TUNNEL = Buffer.from('HTTP/1.1 200 Connection established\r\n\r\n');

/** `verdict` and `connecting` wait for the connection to call; in `over` nothing is read any more. */
type Phase = 'head' | 'verdict' | 'connecting' | 'over';

interface ConnectRequest {
  readonly target: Target;
  /** Nothing of it goes to the target. */
  readonly head: null;
}

export class HttpHandshake implements Handshake {
  readonly #unread = new Unread();
  readonly #scanner = new HeadScanner();
  #phase: Phase = 'head';
  #protocol: 'connect' | 'forward' | 'unknown' = 'unknown';
  #method = '';
  #request: ConnectRequest | ForwardRequest | null = null;

  /** Known with the head. */
  get protocol(): 'connect' | 'forward' | 'unknown' {
    return this.#protocol;
  }

  push(bytes: Buffer): Step {
    if (this.#phase === 'over') return READ;
    this.#unread.add(bytes);
    const step = this.#phase === 'head' ? this.#readHead() : READ;
    this.#unread.keep();
    return step;
  }

  authenticated(valid: boolean): Step {
    if (this.#phase !== 'verdict' || this.#request === null) throw new Error('No credential is being checked.');
    if (!valid) return this.#turnAway({ reason: 'not_authenticated' });
    this.#phase = 'connecting';
    return { step: 'connect', target: this.#request.target };
  }

  connected(): Established {
    const request = this.#request;
    if (this.#phase !== 'connecting' || request === null) throw new Error('No target is being connected.');
    this.#phase = 'over';
    const rest = this.#unread.take();
    if (request.head === null) return { toClient: TUNNEL, toTarget: rest, gate: null, ended: false };
    const { head, gate } = request;
    if (gate === null) return { toClient: NOTHING, toTarget: head, gate, ended: true };
    const body = gate.take(rest);
    // The request is known to be broken before the target has seen anything of it.
    if (body === 'malformed') return { toClient: this.#answer({ reason: body }), toTarget: NOTHING, gate: null, ended: true };
    const toTarget = body.bytes.length === 0 ? head : Buffer.concat([head, body.bytes]);
    return { toClient: NOTHING, toTarget, gate: body.ended ? null : gate, ended: body.ended };
  }

  refuse(reason: Refusal): Buffer {
    const phase = this.#phase;
    this.#phase = 'over';
    this.#unread.take();
    return phase === 'over' ? NOTHING : this.#answer({ reason });
  }

  #readHead(): Step {
    const { bytes } = this.#unread;
    const end = this.#scanner.find(bytes);
    if (end === null) return READ;
    if (typeof end === 'string') return this.#turnAway({ reason: end });
    const head = parseHead(bytes.toString('latin1', this.#scanner.start, end - 2));
    if (head === null) return this.#turnAway({ reason: 'malformed' });
    this.#method = head.method;
    this.#protocol = head.method === 'CONNECT' ? 'connect' : 'forward';
    const request = head.method === 'CONNECT' ? readConnect(head) : readForward(head);
    if ('reason' in request) return this.#turnAway(request);
    const credential = readBasicCredential(head.fields);
    if (credential === null) return this.#turnAway({ reason: 'not_authenticated' });
    this.#request = request;
    this.#unread.drop(end);
    this.#phase = 'verdict';
    return { step: 'authenticate', username: credential.username, password: credential.password };
  }

  #turnAway(problem: Problem): Step {
    const send = this.#answer(problem);
    this.#phase = 'over';
    this.#unread.take();
    return { step: 'refuse', reason: problem.reason, send };
  }

  #answer({ reason, text }: Problem): Buffer {
    return refusalAnswer(reason, this.#method === 'HEAD' ? null : text);
  }
}

/**
 * `host:port` is all that counts: a CONNECT has no body (RFC 9110, section 9.3.6), and Host says
 * nothing that the target does not.
 */
function readConnect(head: RequestHead): ConnectRequest | Problem {
  const target = readAuthority(head.target, null);
  return typeof target === 'string' ? { reason: target } : { target, head: null };
}
