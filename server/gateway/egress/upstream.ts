/**
 * Connects through the proxy of a supplier. It gets the checked literal, never a name, and there is no other way out if it fails.
 */
import net from 'node:net';
import type { UpstreamExit } from '../exit.ts';
import { type ConnectOutcome, connect } from './connect.ts';
import { createSystemNames } from './system-names.ts';
import { requestHttpTunnel } from './upstream-http.ts';
import { requestSocksTunnel } from './upstream-socks.ts';

/**
 * @param ip the checked literal of the target.
 * @param done called once.
 * @returns ends the attempt: `done` is not called any more. Of no effect after `done`.
 */
export type ConnectThrough = (
  exit: UpstreamExit,
  ip: string,
  port: number,
  done: (connection: ConnectOutcome) => void,
) => () => void;

/**
 * The upstream's own host is the operator's: it may be a name that only this machine knows, and stand on a private network.
 * Whatever is wrong with the upstream itself is 'upstream_failed'; what it says of the target keeps its meaning.
 */
export function createUpstreams(): ConnectThrough {
  const names = createSystemNames();
  return (exit, ip, port, done) => {
    let over = false;
    let stop = () => {};
    const finish = (connection: ConnectOutcome) => {
      over = true;
      done(connection);
    };

    const connectTo = (host: string | undefined) => {
      if (over) return;
      if (host === undefined) return finish({ refusal: 'upstream_failed' });
      stop = connect(host, exit.port, null, (connection) => {
        if ('refusal' in connection) return finish({ refusal: 'upstream_failed' });
        const { socket } = connection;
        stop = () => socket.destroy();
        const request = exit.protocol === 'socks5' ? requestSocksTunnel : requestHttpTunnel;
        request(socket, exit, ip, port, (refusal) => {
          if (over) return;
          if (refusal === null) return finish({ socket });
          socket.destroy();
          finish({ refusal });
        });
      });
    };

    if (net.isIP(exit.host) !== 0) connectTo(exit.host);
    else names.resolve(exit.host, ([first]) => connectTo(first));
    return () => {
      if (over) return;
      over = true;
      stop();
    };
  };
}
