/** Opens one TCP connection to a literal, and names the reason where it cannot. */
import net from 'node:net';
import type { Refusal } from '../refusal.ts';

/** A connected socket without listeners, to be taken over at once: nothing of what it received is lost. Or the reason why there is none. */
export type Connection = { readonly socket: net.Socket } | { readonly refusal: Refusal };

const exhausted: ReadonlySet<string> = new Set(['EADDRINUSE', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

/**
 * @param localAddress the address that the connection leaves from, of the same family as `ip`; null for the system's choice.
 * @param done called once, later.
 * @returns ends the attempt: `done` is not called any more. Of no effect after `done`.
 */
export function connect(
  ip: string,
  port: number,
  localAddress: string | null,
  done: (connection: Connection) => void,
): () => void {
  const options = { host: ip, port, noDelay: true, allowHalfOpen: true, autoSelectFamily: false };
  const socket = net.connect(localAddress === null ? options : { ...options, localAddress });
  let over = false;
  const succeed = () => {
    over = true;
    socket.removeListener('error', fail);
    done({ socket });
  };
  const fail = (error: NodeJS.ErrnoException) => {
    over = true;
    socket.removeListener('connect', succeed);
    done({ refusal: refusalOf(error) });
  };
  socket.once('connect', succeed);
  socket.once('error', fail);
  return () => {
    if (!over) socket.destroy();
  };
}

/** What the system says, by the call that failed: an address that cannot be bound is not on this machine. */
function refusalOf({ code = '', syscall }: NodeJS.ErrnoException): Refusal {
  if (exhausted.has(code)) return 'overloaded';
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
