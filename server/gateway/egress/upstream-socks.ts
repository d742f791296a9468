/**
 * The client's side of SOCKS5 (RFC 1928, RFC 1929). It reads exactly the bytes of each answer, so that what the target says right
 * after stays in the socket: the client of the `socks` package hands that on as an event, late and possibly out of order.
 */
import type net from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Refusal } from '#server/kernel/refusals.ts';
import type { UpstreamExit } from '../exit.ts';

/** What the upstream says of the target, by its reply field. */
const REFUSAL_OF_REPLY: Readonly<Record<number, Refusal>> = {
  3: 'network_unreachable',
  4: 'host_unreachable',
  5: 'connection_refused',
  6: 'connect_timeout',
};
const ADDRESS_BYTES: Readonly<Record<number, number>> = { 1: 4, 4: 16 };

/**
 * @param socket connected to the upstream, without listeners, and left so where the tunnel stands.
 * @param done called once: null when the tunnel stands. Not called after the socket was destroyed by
 * somebody else without an error.
 */
export function requestSocksTunnel(
  socket: net.Socket,
  exit: UpstreamExit,
  ip: string,
  port: number,
  done: (refusal: Refusal | null) => void,
): void {
  let over = false;
  const finish = (refusal: Refusal | null) => {
    if (over) return;
    over = true;
    socket.removeListener('readable', advance);
    socket.removeListener('end', fail);
    // The stream forgets in the next tick that it was read piece by piece; only then is it as a new one. A write
    // may have found the connection reset although the answers before the reset were good: the error of it is yet
    // to come, and needs its listener.
    process.nextTick(() => {
      const outcome = socket.destroyed ? 'upstream_failed' : refusal;
      if (outcome === null) socket.removeListener('error', fail);
      done(outcome);
    });
  };
  const fail = () => finish('upstream_failed');
  // Each reader wants some bytes, and says what comes next: a reader, or the end.
  let reader: Reader = { bytes: 2, take: readMethod };
  const advance = () => {
    for (;;) {
      const answer: Buffer | null = socket.read(reader.bytes);
      if (answer === null) return;
      // The stream ended with less than that.
      if (answer.length < reader.bytes) return fail();
      const next = reader.take(answer);
      if (next === null || typeof next === 'string') return finish(next);
      reader = next;
    }
  };

  function readMethod(answer: Buffer): Next {
    if (answer[0] !== 5) return 'upstream_failed';
    if (answer[1] === 0) return sendRequest();
    if (answer[1] !== 2 || exit.username === '') return 'upstream_failed';
    socket.write(credentialMessage(exit));
    return { bytes: 2, take: (verdict) => (verdict[1] === 0 ? sendRequest() : 'upstream_failed') };
  }

  function sendRequest(): Next {
    const address = ipaddr.parse(ip).toByteArray();
    socket.write(Buffer.from([5, 1, 0, address.length === 4 ? 1 : 4, ...address, port >> 8, port & 0xff]));
    // Five bytes are always there, and the fifth is the length where the address is a name.
    return { bytes: 5, take: readReply };
  }

  socket.on('readable', advance);
  socket.once('end', fail);
  socket.on('error', fail);
  socket.write(Buffer.from(exit.username === '' ? [5, 1, 0] : [5, 2, 0, 2]));
}

type Next = Reader | Refusal | null;
interface Reader {
  readonly bytes: number;
  readonly take: (answer: Buffer) => Next;
}

function readReply([version, reply = 1, , kind = 0, first = 0]: Buffer): Next {
  if (version !== 5) return 'upstream_failed';
  if (reply !== 0) return REFUSAL_OF_REPLY[reply] ?? 'upstream_failed';
  const length = kind === 3 ? first + 1 : ADDRESS_BYTES[kind];
  // One byte of the address is read already; two of the port follow it.
  return length === undefined ? 'upstream_failed' : { bytes: length - 1 + 2, take: () => null };
}

function credentialMessage({ username, password }: UpstreamExit): Buffer {
  const [name, secret] = [Buffer.from(username), Buffer.from(password)];
  return Buffer.concat([Buffer.from([1, name.length]), name, Buffer.from([secret.length]), secret]);
}
