/** A client's connection from its first byte until it is a tunnel or is turned away. */
import type { Socket } from 'node:net';
import type { Desk, Newcomer } from './desk.ts';
import type { Credential, CutReason } from './directory/credential.ts';
import { verifyPassword } from './directory/password.ts';
import { handOver, own, type SocketOwner } from './owned-socket.ts';
import { type Handshake, type Step, spelled, type Target } from './protocol/handshake.ts';
import { createHandshake } from './protocol/negotiation.ts';
import type { Refusal } from './refusal.ts';
import { Tunnel } from './tunnel.ts';

export class Connection implements SocketOwner, Newcomer {
  readonly client: Socket;
  /** What counts as one client (see networkOf). */
  readonly source: string;
  private readonly desk: Desk;
  private readonly handshake: Handshake = createHandshake();
  private readonly began = performance.now();
  private credential: Credential | null = null;
  private target: Target | null = null;
  /** Gives up on the target. Set while it is being connected. */
  private cancelDial: (() => void) | null = null;
  /** A verdict is awaited: what the client sends meanwhile is kept. */
  private waiting = false;
  /** What the client will be told after its authentication failed. What it sends until then is thrown away. */
  private failure: Step | null = null;
  /** The client was told no, or is gone. */
  private over = false;
  /** The client has sent all that it will send. */
  private clientEnded = false;

  constructor(client: Socket, source: string, desk: Desk) {
    this.client = client;
    this.source = source;
    this.desk = desk;
    desk.counts.connections += 1;
    desk.handshakes.add(this);
    own(client, this);
  }

  data(_client: Socket, bytes: Buffer): void {
    if (this.over || this.failure) return;
    const step = this.handshake.push(bytes);
    // Whoever sends ahead of a verdict waits from here on.
    if (this.waiting) this.client.pause();
    else this.follow(step);
  }

  end(): void {
    this.clientEnded = true;
    // Whoever has stopped talking before its request was whole cannot be helped.
    if (!this.waiting) this.client.destroySoon();
  }

  drain(): void {}

  error(): void {}

  closed(): void {
    const { desk } = this;
    if (!this.over) desk.counts.lose('left');
    this.over = true;
    this.cancelDial?.();
    desk.handshakes.delete(this);
    desk.held.delete(this);
    desk.dialing.delete(this);
    desk.leaving.delete(this);
    if (this.credential) this.releaseTunnel(this.credential);
    desk.counts.connections -= 1;
    desk.admission.leave(this.source);
  }

  expire(): void {
    if (!this.over) this.desk.counts.lose('deadline');
    this.over = true;
    this.client.resetAndDestroy();
  }

  cut(reason: CutReason): void {
    if (!this.over) this.desk.counts.lose(reason);
    this.over = true;
    this.client.resetAndDestroy();
  }

  tellFailure(): void {
    if (this.failure && !this.over) this.follow(this.failure);
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
    const { directory, failures } = this.desk;
    const found = failures.tooMany(this.source, Date.now()) ? directory.known(username) : directory.find(username);
    if (!(found instanceof Promise)) {
      this.judge(found, password);
      return;
    }
    this.waiting = true;
    void found.then((credential) => {
      if (!this.over) this.judge(credential, password);
    });
  }

  private judge(credential: Credential | undefined, password: string): void {
    const { key, failures, held, counts } = this.desk;
    // An unknown username takes the same path, work and time as a wrong password.
    const valid = verifyPassword(key, credential, password);
    this.waiting = !valid;
    if (valid && credential) {
      this.credential = credential;
      this.follow(this.handshake.authenticated(true));
      return;
    }
    // The parser lets go of what it kept: thousands who are held cost no more than their sockets.
    this.failure = this.handshake.authenticated(false);
    this.client.resume();
    if (failures.tooMany(this.source, Date.now())) {
      // Without an answer the client is left to the deadline.
      counts.lose('held_back');
    } else {
      failures.add(this.source, Date.now());
      held.add(this);
    }
  }

  private connect(target: Target): void {
    const { desk, credential } = this;
    if (!credential) throw new Error('a target without a credential');
    this.target = target;
    // A SOCKS client may ask long after it authenticated: its credential may have been reset or have expired meanwhile.
    const isOver = desk.directory.known(credential.username) !== credential;
    if (isOver || !desk.admission.open(credential)) {
      const reason = isOver ? 'not_authenticated' : 'too_many_connections';
      this.credential = null;
      this.turnAway(reason, this.handshake.refuse(reason), credential);
      return;
    }
    // From here on it falls with its credential.
    credential.open.add(this);
    desk.handshakes.delete(this);
    desk.dialing.add(this);
    this.waiting = true;
    // `done` may come before there is anything to cancel.
    let settled = false;
    const cancel = desk.dialer.dial(credential.exit, target, (outcome) => {
      settled = true;
      this.cancelDial = null;
      desk.dialing.delete(this);
      if ('socket' in outcome) this.establish(credential, target, outcome.socket);
      else this.fail(credential, outcome.refusal);
    });
    if (!settled) this.cancelDial = cancel;
  }

  private fail(credential: Credential, reason: Refusal): void {
    this.releaseTunnel(credential);
    this.turnAway(reason, this.handshake.refuse(reason), credential);
  }

  private releaseTunnel(credential: Credential): void {
    this.credential = null;
    if (credential.open.delete(this)) this.desk.admission.close(credential);
  }

  private establish(credential: Credential, target: Target, socket: Socket): void {
    const { desk, client } = this;
    const granted = this.handshake.connected();
    credential.open.delete(this);
    const tunnel = new Tunnel(desk, {
      client,
      target: socket,
      source: this.source,
      credential,
      gate: granted.gate,
      protocol: this.handshake.protocol,
      name: target,
      began: this.began,
    });
    handOver(client, tunnel);
    tunnel.open(granted, this.clientEnded);
  }

  /** Sends the refusal and gives the client a moment to read it. */
  private turnAway(reason: Refusal, answer: Buffer, credential: Credential | null): void {
    const { desk, client, source, target } = this;
    this.over = true;
    desk.handshakes.delete(this);
    desk.counts.refuse(reason);
    if (desk.log.isLevelEnabled('info')) {
      const { proxyId: proxy, accountId: account } = credential ?? {};
      desk.log.info(
        { reason, source, protocol: this.handshake.protocol, proxy, account, target: target && spelled(target) },
        'refused',
      );
    }
    client.end(answer);
    if (this.clientEnded || answer.length === 0) {
      client.destroySoon();
    } else {
      desk.leaving.add(this);
      client.resume();
    }
  }
}
