/**
 * Sockets that hand their events to an owner, which may change: from the handshake to the tunnel. The listeners are the same few
 * functions for all sockets, so that a connection costs no closures and changing hands costs nothing.
 */
import type { OnReadOpts, Socket } from 'node:net';

/** Whom a socket tells what happens to it. */
export interface SocketOwner {
  data(socket: Socket, bytes: Buffer): void;
  /** The other side has sent all that it will send. */
  end(socket: Socket): void;
  /** What was written has left. */
  drain(socket: Socket): void;
  error(socket: Socket, error: NodeJS.ErrnoException): void;
  /** The socket is gone, whatever was the reason. */
  closed(socket: Socket): void;
}

const owner = Symbol('owner');

interface Owned extends Socket {
  [owner]: SocketOwner;
}

function onData(this: Owned, bytes: Buffer): void {
  this[owner].data(this, bytes);
}
function onEnd(this: Owned): void {
  this[owner].end(this);
}
function onDrain(this: Owned): void {
  this[owner].drain(this);
}
function onError(this: Owned, error: NodeJS.ErrnoException): void {
  this[owner].error(this, error);
}
function onClose(this: Owned): void {
  this[owner].closed(this);
}

/** All sockets read into it, one after the other. */
const READ_BUFFER = Buffer.allocUnsafeSlow(65_536);

/**
 * For `onread` of a socket that will have an owner before anything can come: reads go into one buffer of the process and are
 * copied out of it, which for the small ones of most tunnels costs far less than a buffer of their own.
 * @param socketOf the socket, which does not exist yet when it is given this.
 */
export function ownedReads(socketOf: () => Socket): OnReadOpts {
  return {
    buffer: READ_BUFFER,
    callback(count, buffer) {
      const socket = socketOf() as Owned;
      socket[owner].data(socket, Buffer.from(buffer.subarray(0, count) as Buffer));
      return true;
    },
  };
}

/** Makes `to` the owner of a socket that has none. It starts to read. */
export function own(socket: Socket, to: SocketOwner): void {
  (socket as Owned)[owner] = to;
  socket.on('error', onError);
  socket.on('close', onClose);
  socket.on('end', onEnd);
  socket.on('drain', onDrain);
  socket.on('data', onData);
}

/** Gives an owned socket to another owner. */
export function handOver(socket: Socket, to: SocketOwner): void {
  (socket as Owned)[owner] = to;
}
