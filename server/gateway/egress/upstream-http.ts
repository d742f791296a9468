/** The client's side of HTTP CONNECT (RFC 9110, section 9.3.6). */
import http from 'node:http';
import type net from 'node:net';
import { authority } from '#server/kernel/authority.ts';
import type { Refusal } from '#server/kernel/refusals.ts';
import type { UpstreamExit } from '../exit.ts';

/** What the upstream says of the target, by its status. */
const REFUSAL_OF_STATUS: Readonly<Record<number, Refusal>> = {
  502: 'host_unreachable',
  503: 'host_unreachable',
  504: 'connect_timeout',
};

/**
 * @param socket connected to the upstream, without listeners, and left so; what the target says
 * right after the answer stays in it.
 * @param done called once: null when the tunnel stands. Not called after the socket was destroyed by
 * somebody else without an error.
 */
export function requestHttpTunnel(
  socket: net.Socket,
  exit: UpstreamExit,
  ip: string,
  port: number,
  done: (refusal: Refusal | null) => void,
): void {
  const target = authority(ip, port);
  const credential = Buffer.from(`${exit.username}:${exit.password}`).toString('base64');
  const request = http.request({
    method: 'CONNECT',
    path: target,
    headers: { Host: target, ...(exit.username === '' ? {} : { 'Proxy-Authorization': `Basic ${credential}` }) },
    createConnection: () => socket,
  });
  request.once('connect', ({ statusCode = 0 }, _socket, head: Buffer) => {
    const granted = statusCode >= 200 && statusCode <= 299;
    if (granted && head.length > 0) socket.unshift(head);
    done(granted ? null : (REFUSAL_OF_STATUS[statusCode] ?? 'upstream_failed'));
  });
  request.on('error', () => done('upstream_failed'));
  request.end();
}
