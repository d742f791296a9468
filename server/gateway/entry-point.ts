/** The entry point itself: listens, admits connections, sweeps what is due, and drains when it stops. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { boundPort } from '#server/kernel/bound-port.ts';
import { entryPointLimits } from '#server/kernel/limits.ts';
import type { Log } from '#server/kernel/log.ts';
import { networkOf } from '#server/kernel/network.ts';
import type { Refusal } from '#server/kernel/refusals.ts';
import { Admission } from './admission.ts';
import { Connection } from './connection.ts';
import type { GatewayContext, Newcomer, OpenTunnel } from './context.ts';
import { Counts } from './counts.ts';
import { DeadlineQueue } from './deadline-queue.ts';
import type { Directory } from './directory/directory.ts';
import type { Dialer } from './egress/dial.ts';
import { Failures } from './failures.ts';
import { Room } from './room.ts';
import type { GatewaySettings } from './settings.ts';
import type { UsageWriter } from './usage.ts';

/** What a refused client gets to read the answer. */
const LEAVE_MS = 2_000;
/** How often deadlines are looked at: how late something may be noticed. */
const SWEEP_MS = 250;
/** How often tunnels are looked through for idle ones. */
const IDLE_SWEEP_MS = 5_000;

export interface EntryPoint {
  readonly port: number;
  readonly counts: Counts;
  /** Takes no more connections, gives open tunnels `seconds` to end, then ends them. */
  close(seconds: number): Promise<void>;
}

interface Parts {
  readonly settings: GatewaySettings;
  readonly directory: Directory;
  readonly dialer: Dialer;
  readonly usage: UsageWriter;
  readonly log: Log;
  /** For connections and their targets. */
  readonly descriptors: number;
}

/** Starts to listen. @throws Error where the port is taken (EADDRINUSE). */
export async function openEntryPoint({ settings, directory, dialer, usage, log, descriptors }: Parts): Promise<EntryPoint> {
  const tunnels = new Set<OpenTunnel>();
  const dialing = new Set<Newcomer>();
  const counts = new Counts();
  const handshakes = new DeadlineQueue<Newcomer>(settings.GATEWAY_HANDSHAKE_SECONDS * 1_000, (one) => one.expire());
  const context: GatewayContext = {
    directory,
    key: settings.GATEWAY_KEY,
    dialer,
    admission: new Admission(settings, counts),
    failures: new Failures(),
    usage,
    counts,
    log,
    handshakes,
    held: new DeadlineQueue<Newcomer>(entryPointLimits.failureSeconds * 1_000, (connection) => connection.tellFailure()),
    dialing,
    leaving: new DeadlineQueue<Newcomer>(LEAVE_MS, (connection) => connection.expire()),
    tunnels,
    room: new Room({ counts, handshakes, dialing }, settings.GATEWAY_CONNECTIONS, descriptors),
  };
  const { admission, room } = context;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client: Socket) => {
    counts.accepted += 1;
    const source = networkOf(client.remoteAddress ?? '');
    if (!room.forConnection()) refuseUnheard(client, 'overloaded', counts);
    else if (!admission.enter(source)) refuseUnheard(client, 'too_many_connections', counts);
    else new Connection(client, source, context);
  });
  server.listen({ port: settings.GATEWAY_PORT, host: settings.GATEWAY_BIND, backlog: 4_096 });
  await once(server, 'listening');

  const sweeping = setInterval(() => {
    context.handshakes.sweep();
    context.held.sweep();
    context.leaving.sweep();
  }, SWEEP_MS);
  const idling = setInterval(() => {
    const now = performance.now();
    for (const tunnel of tunnels) tunnel.sweep(now, settings.GATEWAY_IDLE_SECONDS * 1_000);
  }, IDLE_SWEEP_MS);

  return {
    port: boundPort(server),
    counts,
    async close(seconds) {
      const closed = once(server, 'close');
      server.close();
      context.held.expireAll();
      context.handshakes.expireAll();
      const deadline = setTimeout(() => {
        for (const open of [...tunnels, ...context.dialing]) open.cut('stopped');
      }, seconds * 1_000);
      await closed;
      clearTimeout(deadline);
      clearInterval(sweeping);
      clearInterval(idling);
    },
  };
}

/** Too many: nothing is read, so that it costs next to nothing. */
function refuseUnheard(client: Socket, reason: Refusal, counts: Counts): void {
  counts.refuse(reason);
  client.on('error', () => {});
  client.resetAndDestroy();
}
