/**
 * A client and its target, connected: passes bytes both ways until both have ended, something breaks, or the credential is over.
 */
import type { Socket } from 'node:net';
import type { GatewayContext, OpenTunnel } from './context.ts';
import type { Credential, CutReason } from './directory/credential.ts';
import { own, type SocketOwner } from './owned-socket.ts';
import { type BodyGate, type Established, type Handshake, spelled, type Target } from './protocol/handshake.ts';

export interface TunnelParts {
  readonly client: Socket;
  readonly targetSocket: Socket;
  readonly source: string;
  readonly credential: Credential;
  readonly gate: BodyGate | null;
  readonly protocol: Handshake['protocol'];
  /** As the client spelled it. */
  readonly target: Target;
  /** When the client came, as performance.now() told. */
  readonly began: number;
}

/**
 * Of the idle time, what a client gets that has finished sending, or has its answer already. Mostly the first has left: the
 * system tells the same of one that is gone, and no more until something is written to it.
 */
const SHARE_AFTER_END = 0.1;

/** How a tunnel ended, for the log. */
type Ending = 'ended' | 'broken' | 'idle' | CutReason;

export class Tunnel implements SocketOwner, OpenTunnel {
  private readonly context: GatewayContext;
  private readonly parts: TunnelParts;
  /** Something has passed since the last look (see sweep). */
  private active = true;
  private idleSince = performance.now();
  /** The client's part is over: what it still sends is not for this target. */
  private uplinkEnded = false;
  /** The target did not wait for the whole body: the client may still be sending it, and has not read the answer yet. */
  private answeredEarly = false;
  private up = 0;
  private down = 0;
  private socketsLeft = 2;
  private ending: Ending = 'ended';

  constructor(context: GatewayContext, parts: TunnelParts) {
    this.context = context;
    this.parts = parts;
  }

  /** Sends what comes first and starts to pass bytes. @param clientEnded the client has already sent all that it will send. */
  open(granted: Established, clientEnded: boolean): void {
    const { context } = this;
    const { client, targetSocket, credential } = this.parts;
    credential.open.add(this);
    context.tunnels.add(this);
    context.counts.tunnels += 1;
    context.counts.tunnelsOpened += 1;
    credential.usage.connections += 1;
    context.usage.touched(credential);
    own(targetSocket, this);
    if (granted.toClient.length > 0) client.write(granted.toClient);
    if (granted.toTarget.length > 0) this.send(granted.toTarget);
    this.uplinkEnded = granted.ended;
    // A forwarded request that was broken before the target had seen any of it.
    if (granted.ended && granted.toTarget.length === 0) finish(targetSocket);
    else if (clientEnded) this.end(client);
    if (client.isPaused()) client.resume();
  }

  data(socket: Socket, bytes: Buffer): void {
    const { client, gate } = this.parts;
    if (socket !== client) {
      this.count('down', bytes.length);
      if (!client.write(bytes)) socket.pause();
    } else if (!this.uplinkEnded) {
      if (gate) this.sendGated(gate, bytes);
      else this.send(bytes);
    }
  }

  end(socket: Socket): void {
    const { client, targetSocket } = this.parts;
    if (socket === targetSocket) {
      finish(client);
      // The answer to a forwarded request is whole, or will not come.
      if (this.parts.protocol === 'forward') {
        this.answeredEarly = !this.uplinkEnded;
        this.uplinkEnded = true;
        client.resume();
        finish(targetSocket);
      }
    } else if (!this.uplinkEnded) {
      // Not where a forwarded request is whole: many servers take a closed half for a client that has left.
      finish(targetSocket);
    }
  }

  drain(socket: Socket): void {
    this.active = true;
    const { client, targetSocket } = this.parts;
    (socket === client ? targetSocket : client).resume();
  }

  error(): void {
    if (this.ending === 'ended') this.ending = 'broken';
  }

  closed(socket: Socket): void {
    this.socketsLeft -= 1;
    const { client, targetSocket } = this.parts;
    const other = socket === client ? targetSocket : client;
    if (this.socketsLeft === 0) this.close();
    // A reset is passed on as a reset: an ordinary end would tell the other side that it has everything.
    else if (this.ending === 'broken') other.resetAndDestroy();
    // To close on a client that is still sending would reset the connection, and lose what it has not read yet.
    else if (socket === client || !this.answeredEarly) other.destroySoon();
  }

  cut(reason: CutReason): void {
    this.destroy(reason);
  }

  sweep(now: number, idleMs: number): void {
    const { client } = this.parts;
    if (this.active) {
      this.active = false;
      this.idleSince = now;
    } else if (now - this.idleSince > idleMs * (client.readableEnded || this.answeredEarly ? SHARE_AFTER_END : 1)) {
      this.destroy('idle');
    }
  }

  private send(bytes: Buffer): void {
    const { client, targetSocket } = this.parts;
    this.count('up', bytes.length);
    if (!targetSocket.write(bytes)) client.pause();
  }

  /** Bytes that are passed on, of the tunnel, of all tunnels and of the proxy. */
  private count(direction: 'up' | 'down', bytes: number): void {
    const { context } = this;
    const { credential } = this.parts;
    this.active = true;
    this[direction] += bytes;
    context.counts[direction] += bytes;
    credential.usage[direction] += bytes;
    context.usage.touched(credential);
  }

  private sendGated(gate: BodyGate, bytes: Buffer): void {
    const passed = gate.take(bytes);
    if (passed === 'malformed') {
      this.destroy('broken');
      return;
    }
    if (passed.bytes.length > 0) this.send(passed.bytes);
    this.uplinkEnded = passed.ended;
  }

  private destroy(ending: Ending): void {
    this.ending = ending;
    this.parts.client.resetAndDestroy();
    this.parts.targetSocket.resetAndDestroy();
  }

  private close(): void {
    const { context } = this;
    const { credential, source, protocol, target, began } = this.parts;
    credential.open.delete(this);
    context.admission.close(credential);
    context.admission.leave(source);
    context.tunnels.delete(this);
    context.counts.tunnels -= 1;
    if (!context.log.isLevelEnabled('info')) return;
    context.log.info(
      {
        proxy: credential.proxyId,
        account: credential.accountId,
        source,
        protocol,
        target: spelled(target),
        up: this.up,
        down: this.down,
        seconds: Math.round(performance.now() - began) / 1_000,
        ending: this.ending,
      },
      'tunnel closed',
    );
  }
}

/**
 * Sends what was written, and the end after it. Where the other side has ended too, closing says the same in fewer system calls.
 */
function finish(socket: Socket): void {
  if (socket.readableEnded && socket.writableLength === 0) socket.destroy();
  else socket.end();
}
