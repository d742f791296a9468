/** The load generator as a process: does one job at a time (see Job) and answers with what came of it. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchangesOf, openTunnel } from './client-handshake.ts';
import type { Job, JobResult, Way } from './load.ts';

/** Tunnels that are opened at the same time where many are to be held. */
const OPENING = 32;

const held: Socket[] = [];
const byte = Buffer.from('x');
const chunk = Buffer.alloc(256 * 1_024);

/** Gives the exchanges with each login in turn. */
function turns({ protocol, logins }: Way, targetPort: number) {
  const all =
    logins.length > 0
      ? logins.map((login) => exchangesOf(protocol, login, targetPort))
      : [exchangesOf(protocol, undefined, targetPort)];
  let turn = 0;
  return () => {
    turn = (turn + 1) % all.length;
    return all[turn] ?? [];
  };
}

/** A byte there and back. */
function ping(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const back = () => {
      socket.removeListener('end', cut);
      resolve();
    };
    const cut = () => reject(new Error('the tunnel was cut'));
    socket.once('data', back);
    socket.once('end', cut);
    socket.once('error', reject);
    socket.write(byte);
  });
}

/** Opens tunnels, `clients` at a time, as long as `more` says so. @param take gets each that works. */
async function openMany(
  way: Way,
  port: number,
  clients: number,
  more: () => boolean,
  take: (socket: Socket) => void,
): Promise<JobResult> {
  const next = turns(way, port);
  const latencies: number[] = [];
  let failed = 0;
  const begin = performance.now();
  const work = async () => {
    while (more()) {
      const start = performance.now();
      try {
        const socket = await openTunnel(way.port, next());
        await ping(socket);
        latencies.push(performance.now() - start);
        take(socket);
      } catch {
        failed += 1;
        // A server that refuses everything is not to be drowned.
        await sleep(10);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return { tunnels: latencies.length, failed, bytes: 0, seconds: (performance.now() - begin) / 1_000, latencies };
}

async function bulk({ way, port, tunnels, direction, seconds }: Extract<Job, { job: 'bulk' }>): Promise<JobResult> {
  const next = turns(way, port);
  const sockets = await Promise.all(Array.from({ length: tunnels }, () => openTunnel(way.port, next())));
  let failed = 0;
  const before = sockets.map((socket) => socket.bytesRead + socket.bytesWritten);
  const begin = performance.now();
  for (const socket of sockets) {
    socket.on('end', () => {
      failed += 1;
    });
    socket.resume();
    if (direction === 'download') continue;
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', send);
    send();
  }
  await sleep(seconds * 1_000);
  const took = (performance.now() - begin) / 1_000;
  const bytes = sockets.reduce(
    (sum, socket, i) => sum + socket.bytesRead + socket.bytesWritten - (before[i] ?? 0) - socket.writableLength,
    0,
  );
  await closeAll(sockets);
  return { tunnels, failed, bytes, seconds: took, latencies: [] };
}

async function closeAll(sockets: readonly Socket[]): Promise<void> {
  await Promise.all(
    sockets.map(async (socket) => {
      if (socket.closed) return;
      const closed = once(socket, 'close');
      socket.destroy();
      await closed;
    }),
  );
}

async function work(job: Job): Promise<JobResult> {
  switch (job.job) {
    case 'handshakes': {
      const end = performance.now() + job.seconds * 1_000;
      return openMany(
        job.way,
        job.echoPort,
        job.clients,
        () => performance.now() < end,
        (socket) => socket.destroy(),
      );
    }
    case 'bulk':
      return bulk(job);
    case 'hold': {
      let left = job.tunnels;
      return openMany(
        job.way,
        job.echoPort,
        OPENING,
        () => left-- > 0,
        (socket) => held.push(socket),
      );
    }
    case 'release': {
      const sockets = held.splice(0);
      await closeAll(sockets);
      return { tunnels: sockets.length, failed: 0, bytes: 0, seconds: 0, latencies: [] };
    }
  }
}

process.on('disconnect', () => process.exit());
process.on('message', (job: Job) => {
  work(job).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
