/** A client's connection from its first byte until it is a tunnel or is turned away. */
import type { Socket } from 'node:net';
import type { Refusal } from '#server/kernel/refusals.ts';
import type { GatewayContext, Newcomer } from './context.ts';
import type { Loss } from './counts.ts';
import type { Credential, CutReason } from './directory/credential.ts';
import { verifyPassword } from './directory/password.ts';
import { handOver, own, type SocketOwner } from './owned-socket.ts';
import { type Handshake, type Step, spelled, type Target } from './protocol/handshake.ts';
import { createHandshake } from './protocol/negotiation.ts';
import { Tunnel } from './tunnel.ts';

/** `looking_up` and `held` await a verdict, `dialing` the target; in `over` the client was told no, or is gone. */
type Phase = 'reading' | 'looking_up' | 'held' | 'dialing' | 'over';

/**
 * Feeds a handshake with the client's bytes and does what it says: checks the credential, connects the target, and hands both
 * sockets to a tunnel. It stands in one of the context's queues meanwhile, which ends it when its time is over; while the target is being
 * connected, the dialer keeps the time.
 */
export class Connection implements SocketOwner, Newcomer {
  private readonly client: Socket;
  /** What counts as one client (see networkOf). */
  private readonly source: string;
  private readonly context: GatewayContext;
  private readonly handshake: Handshake = createHandshake();
  private readonly began = performance.now();
  private phase: Phase = 'reading';
  /** Set once it is known to be right. */
  private credential: Credential | null = null;
  private target: Target | null = null;
  /** Gives up on the target. Set while it is being connected. */
  private cancelDial: (() => void) | null = null;
  /** What the client will be told once it has waited for it. */
  private failure: Step | null = null;
  /** The client has sent all that it will send. */
  private clientEnded = false;
  /** How the connection ends where its deadline comes first. */
  private late: Loss = 'deadline';

  /** @param source has been admitted (see Admission). */
  constructor(client: Socket, source: string, context: GatewayContext) {
    this.client = client;
    this.source = source;
    this.context = context;
    context.handshakes.add(this);
    own(client, this);
  }

  data(_client: Socket, bytes: Buffer): void {
    // Of those who were told no, or will be, nothing is kept.
    if (this.phase === 'over' || this.phase === 'held') return;
    const step = this.handshake.push(bytes);
    if (this.phase === 'reading') this.follow(step);
    // Whoever sends ahead of a verdict waits from here on.
    else this.client.pause();
  }

  end(): void {
    this.clientEnded = true;
    // Whoever has stopped talking before its request was whole cannot be helped.
    if (this.phase === 'reading' || this.phase === 'over') this.client.destroySoon();
  }

  // Answers are short, and are not waited for.
  drain(): void {}

  // What follows is `closed`.
  error(): void {}

  closed(): void {
    const { context } = this;
    if (this.phase !== 'over') context.counts.lose('left');
    this.phase = 'over';
    this.cancelDial?.();
    context.handshakes.delete(this);
    context.held.delete(this);
    context.dialing.delete(this);
    context.leaving.delete(this);
    if (this.credential) this.release(this.credential);
    context.admission.leave(this.source);
  }

  expire(): void {
    this.abort(this.late);
  }

  cut(reason: CutReason): void {
    this.abort(reason);
  }

  tellFailure(): void {
    if (this.phase === 'held' && this.failure) this.follow(this.failure);
  }

  private abort(how: Loss): void {
    if (this.phase !== 'over') this.context.counts.lose(how);
    this.phase = 'over';
    this.client.resetAndDestroy();
  }

  private follow(step: Step): void {
    if (step.step === 'refuse') {
      this.turnAway(step.reason, step.send, this.credential);
      return;
    }
    if (step.send) this.client.write(step.send);
    if (step.step === 'authenticate') this.authenticate(step.username, step.password);
    else if (step.step === 'connect') this.connect(step.target);
    else if (this.client.isPaused()) this.client.resume();
  }

  private authenticate(username: string, password: string): void {
    const { directory, failures } = this.context;
    const askedAt = performance.now();
    const known = directory.known(username);
    if (this.admits(known, password)) return;
    if (failures.tooMany(this.source, Date.now())) {
      this.hold(askedAt);
      return;
    }
    // The database knows what was bought or reset this very moment. An unknown username takes the same path as a wrong password.
    this.phase = 'looking_up';
    // Nobody who may be a stranger sends more meanwhile.
    this.client.pause();
    void directory.lookUp(username).then((found) => {
      if (this.phase === 'looking_up' && !this.admits(found, password)) this.hold(askedAt);
    });
  }

  /** Goes on where the password is the credential's. */
  private admits(credential: Credential | undefined, password: string): boolean {
    if (!verifyPassword(this.context.key, credential, password) || !credential) return false;
    this.phase = 'reading';
    this.credential = credential;
    this.follow(this.handshake.authenticated(true));
    return true;
  }

  /** Has the client wait for its refusal, from when it asked on: how long the look-up took does not show. */
  private hold(askedAt: number): void {
    const { failures, held } = this.context;
    this.phase = 'held';
    // The parser lets go of what it kept.
    this.failure = this.handshake.authenticated(false);
    this.client.resume();
    if (failures.tooMany(this.source, Date.now())) {
      // Without an answer the client is left to the deadline.
      this.late = 'held_back';
    } else {
      failures.add(this.source, Date.now());
      held.add(this, askedAt);
    }
  }

  private connect(target: Target): void {
    const { context, credential } = this;
    if (!credential) throw new Error('a target without a credential');
    this.target = target;
    context.handshakes.delete(this);
    const obstacle = this.obstacle(credential);
    if (obstacle) {
      this.credential = null;
      this.turnAway(obstacle, this.handshake.refuse(obstacle), credential);
      return;
    }
    this.phase = 'dialing';
    // From here on it falls with its credential.
    credential.open.add(this);
    context.dialing.add(this);
    // The outcome may be there before there is anything to cancel.
    let settled = false;
    const cancel = context.dialer.dial(credential.exit, target, (outcome) => {
      settled = true;
      this.cancelDial = null;
      context.dialing.delete(this);
      if ('socket' in outcome) this.establish(credential, target, outcome.socket);
      else this.fail(credential, outcome.refusal);
    });
    if (!settled) this.cancelDial = cancel;
  }

  /** Why a target is not even tried. Null where it is to be: then the tunnel is counted. */
  private obstacle(credential: Credential): Refusal | null {
    const { directory, room, admission } = this.context;
    // SOCKS5 clients may have taken their time since the check, and a reset cuts only what is open.
    if (directory.known(credential.username) !== credential) return 'not_authenticated';
    if (!room.forTarget()) return 'overloaded';
    return admission.open(credential) ? null : 'too_many_connections';
  }

  private establish(credential: Credential, target: Target, targetSocket: Socket): void {
    const { context, client, source, began, clientEnded } = this;
    const granted = this.handshake.connected();
    credential.open.delete(this);
    const { protocol } = this.handshake;
    const tunnel = new Tunnel(context, { client, targetSocket, source, credential, gate: granted.gate, protocol, target, began });
    handOver(client, tunnel);
    tunnel.open(granted, clientEnded);
  }

  private fail(credential: Credential, reason: Refusal): void {
    this.release(credential);
    this.turnAway(reason, this.handshake.refuse(reason), credential);
  }

  private release(credential: Credential): void {
    this.credential = null;
    if (credential.open.delete(this)) this.context.admission.close(credential);
  }

  /** Sends the refusal and gives the client a moment to read it. */
  private turnAway(reason: Refusal, answer: Buffer, credential: Credential | null): void {
    const { context, client, source, target } = this;
    this.phase = 'over';
    context.handshakes.delete(this);
    context.counts.refuse(reason);
    if (context.log.isLevelEnabled('info')) {
      const { protocol } = this.handshake;
      const { proxyId: proxy, accountId: account } = credential ?? {};
      context.log.info({ reason, source, protocol, proxy, account, target: target && spelled(target) }, 'refused');
    }
    client.end(answer);
    if (this.clientEnded || answer.length === 0) {
      client.destroySoon();
    } else {
      context.leaving.add(this);
      client.resume();
    }
  }
}
