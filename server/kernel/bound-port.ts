/** The port that a server really has: one that was to listen on port 0 has any free one. */
import type { Server } from 'node:net';

/** @throws Error where it does not listen, or on no TCP port. */
export function boundPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server without a port.');
  return address.port;
}
