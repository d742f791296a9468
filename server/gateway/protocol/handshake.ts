/**
 * What a parser of one protocol tells the connection that feeds it. Parsers do no I/O, hold no clock and know no credential:
 * bytes and verdicts go in, steps come out, whatever way the bytes were split.
 */
import { authority } from '#server/kernel/authority.ts';
import type { Refusal } from '#server/kernel/refusals.ts';

/**
 * Where the client wants to go, as it spelled it: a name, or an IPv4 or IPv6 literal without
 * brackets. Not yet checked by any rule.
 */
export interface Target {
  readonly host: string;
  /** 0..65535; 0 is for the rules to refuse. */
  readonly port: number;
}

/** `host:port`, for the log. */
export function spelled({ host, port }: Target): string {
  return authority(host, port);
}

/** The next thing to do. `send` goes to the client first. */
export type Step =
  /** Feed more bytes with `push`. */
  | { readonly step: 'read'; readonly send?: Buffer }
  /** Check the credential, then call `authenticated`. Bytes that come meanwhile may be pushed; they are kept. */
  | { readonly step: 'authenticate'; readonly username: string; readonly password: string; readonly send?: Buffer }
  /** Connect, then call `connected` or `refuse`. Bytes that come meanwhile may be pushed; they are kept. */
  | { readonly step: 'connect'; readonly target: Target; readonly send?: Buffer }
  /** The client is turned away: send the bytes and close. */
  | { readonly step: 'refuse'; readonly reason: Refusal; readonly send: Buffer };

/** Nothing but more bytes is wanted. */
export const READ: Step = { step: 'read' };

/**
 * Passes on the client's bytes after the handshake, as far as they belong to the request that was granted (forwarded HTTP only).
 */
export interface BodyGate {
  /**
   * @returns the bytes for the target, and whether the request ends with them: whatever follows is not for this target.
   * 'malformed' where the framing is broken: the connection is to be closed.
   */
  take(bytes: Buffer): { readonly bytes: Buffer; readonly ended: boolean } | 'malformed';
}

/** The client is through. */
export interface Established {
  /** For the client, before anything of the target's. Empty where the target's own answer is the answer. */
  readonly toClient: Buffer;
  /** For the target, before anything else: a request that was rewritten, or what the client sent ahead. */
  readonly toTarget: Buffer;
  /** Through which the client's further bytes have to pass; null where they all belong to the target. */
  readonly gate: BodyGate | null;
  /** The client's part is over with `toTarget`: nothing more of its bytes goes to the target. */
  readonly ended: boolean;
}

export interface Handshake {
  /** For logs and metrics. */
  readonly protocol: 'socks5' | 'connect' | 'forward' | 'unknown';
  push(bytes: Buffer): Step;
  /** The verdict on what `authenticate` asked. */
  authenticated(valid: boolean): Step;
  /** The target of the `connect` step is connected. */
  connected(): Established;
  /** @returns what to send before closing, in the client's protocol and as far as it has got: it may be nothing. */
  refuse(reason: Refusal): Buffer;
}
