/**
 * Plays the connection to a handshake of the entry point: feeds it bytes in given pieces, gives the
 * verdicts, notes all that comes out.
 */
import type { Established, Step } from '#server/gateway/protocol/handshake.ts';
import { createHandshake } from '#server/gateway/protocol/negotiation.ts';

type Asked<S extends Step = Step> = S extends Step ? Omit<S, 'send'> : never;

export interface Dialogue {
  readonly protocol: string;
  /** What was asked, without what was sent. */
  readonly steps: readonly Asked[];
  readonly toClient: string;
  readonly toTarget: string;
  /** The client's part is over; nothing more of it goes to the target. */
  readonly ended: boolean;
  /** The body's framing was found broken after the target had been connected. */
  readonly broken: boolean;
}

export interface Verdicts {
  /** Whether the credential is accepted. */
  readonly valid?: boolean;
  /** Verdicts come only when all bytes have been pushed. */
  readonly late?: boolean;
}

/**
 * Texts of the answer hold a byte a character. Each piece is overwritten once it was pushed, as a
 * connection that reuses its buffer does.
 */
export function converse(pieces: readonly Buffer[], { valid = true, late = false }: Verdicts = {}): Dialogue {
  const handshake = createHandshake();
  const steps: Asked[] = [];
  const toClient: Buffer[] = [];
  const toTarget: Buffer[] = [];
  let asked: Asked | null = null;
  let established: Established | null = null;
  let closed = false;
  let ended = false;
  let broken = false;

  function note(step: Step): void {
    const { send, ...rest } = step;
    if (send) toClient.push(send);
    if (rest.step === 'read') return;
    steps.push(rest);
    if (rest.step === 'refuse') closed = true;
    else asked = rest;
  }

  function decide(): void {
    while (asked !== null) {
      const { step } = asked as Asked;
      asked = null;
      if (step === 'authenticate') note(handshake.authenticated(valid));
      else {
        established = handshake.connected();
        toClient.push(established.toClient);
        toTarget.push(established.toTarget);
        ended = established.ended;
      }
    }
  }

  function pass(bytes: Buffer): void {
    const { gate } = established as Established;
    const passed = gate === null ? { bytes, ended } : gate.take(bytes);
    if (passed === 'malformed') {
      closed = true;
      broken = true;
    } else {
      toTarget.push(Buffer.from(passed.bytes));
      ended = passed.ended;
    }
  }

  for (const piece of pieces) {
    const buffer = Buffer.from(piece);
    if (established === null) note(handshake.push(buffer));
    else if (!ended) pass(buffer);
    buffer.fill(0xaa);
    if (!late) decide();
    if (closed) break;
  }
  decide();
  return {
    protocol: handshake.protocol,
    steps,
    toClient: Buffer.concat(toClient).toString('latin1'),
    toTarget: Buffer.concat(toTarget).toString('latin1'),
    ended,
    broken,
  };
}

/** The pieces of a message that is cut at the given offsets. */
export function cut(message: Buffer, offsets: readonly number[]): Buffer[] {
  const edges = [0, ...[...offsets].sort((a, b) => a - b), message.length];
  return edges.slice(1).map((edge, index) => message.subarray(edges[index], edge));
}
