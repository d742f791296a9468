/** Opens one TCP connection to a literal, and names the reason where it cannot. */
import { randomInt } from 'node:crypto';
import net from 'node:net';
import type { Refusal } from '#server/kernel/refusals.ts';
import { ownedReads } from '../owned-socket.ts';

/**
 * A connected socket, or the reason why there is none. It has to get its owner at once (see `own`), before the event loop goes
 * on: then nothing of what it receives is lost.
 */
export type ConnectOutcome = { readonly socket: net.Socket } | { readonly refusal: Refusal };

const EXHAUSTED: ReadonlySet<string> = new Set(['EADDRINUSE', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

/**
 * The source port is taken by chance: where the system is to choose one for a bound address, it looks for a port that no
 * connection has, and with some thousands of them recently closed that takes it milliseconds, in which the whole process stands
 * still. A port may serve several targets at once. After a few that were taken the system chooses.
 *
 * Of Linux's range (32768 to 60999) only the odd ones, as the system itself takes for bound addresses: a port that is bound on any
 * address, or was until a minute ago, is closed to connections without one, which look among the even ones first. On all of the
 * range, thousands of tunnels would keep every other program of the machine from connecting to anything.
 */
const SOURCE_PORTS = { first: 32_769, count: 14_116 };
const PORT_TRIES = 4;

/**
 * @param localAddress the address that the connection leaves from, of the same family as `ip`; null for the system's choice.
 * @param done called once, later.
 * @returns ends the attempt: `done` is not called any more. Of no effect after `done`.
 */
export function connect(
  ip: string,
  port: number,
  localAddress: string | null,
  done: (connection: ConnectOutcome) => void,
): () => void {
  const options = { host: ip, port, noDelay: true, allowHalfOpen: true, autoSelectFamily: false };
  let socket: net.Socket;
  const onread = ownedReads(() => socket);
  let over = false;
  let triesLeft = localAddress === null ? 0 : PORT_TRIES;
  const open = () => {
    const localPort = triesLeft > 0 ? SOURCE_PORTS.first + 2 * randomInt(SOURCE_PORTS.count) : 0;
    socket = net.connect(localAddress === null ? options : { ...options, localAddress, localPort, onread });
    socket.once('connect', succeed);
    socket.once('error', fail);
  };
  const succeed = () => {
    over = true;
    socket.removeListener('error', fail);
    done({ socket });
  };
  const fail = (error: NodeJS.ErrnoException) => {
    // Ended while the error was on its way.
    if (over) return;
    socket.removeListener('connect', succeed);
    if (triesLeft > 0 && isPortTaken(error)) {
      triesLeft -= 1;
      open();
    } else {
      over = true;
      done({ refusal: refusalOf(error) });
    }
  };
  open();
  return () => {
    if (over) return;
    over = true;
    socket.destroy();
  };
}

/** By a server of this machine, or by a connection to the same target. An address that is not there fails at its binding. */
function isPortTaken({ code, syscall }: NodeJS.ErrnoException): boolean {
  return code === 'EADDRINUSE' || (code === 'EADDRNOTAVAIL' && syscall === 'connect');
}

/** What the system says, by the call that failed: an address that cannot be bound is not on this machine. */
function refusalOf({ code = '', syscall }: NodeJS.ErrnoException): Refusal {
  if (EXHAUSTED.has(code)) return 'overloaded';
  if (syscall === 'bind') return 'exit_unavailable';
  switch (code) {
    case 'ECONNREFUSED':
      return 'connection_refused';
    case 'ENETUNREACH':
    case 'EINVAL': // A loopback address cannot reach beyond this machine.
      return 'network_unreachable';
    case 'ETIMEDOUT':
      return 'connect_timeout';
    case 'EADDRNOTAVAIL': // Every port of the exit address is in use towards this target.
      return 'overloaded';
    default:
      return 'host_unreachable';
  }
}
