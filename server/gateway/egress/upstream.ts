/**
 * Connects through the proxy of a supplier. It gets the checked literal, never a name, and there is no other way out if it fails.
 */
import { createEntryHosts } from '#server/kernel/entry-hosts.ts';
import type { UpstreamExit } from '../exit.ts';
import { type ConnectOutcome, connect } from './connect.ts';
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
 * The upstream's host is looked up and judged anew each time. Whatever is wrong with the upstream itself is 'upstream_failed'; what it says of the target keeps its meaning.
 */
export function createUpstreams(): ConnectThrough {
  const findHost = createEntryHosts();
  return (exit, ip, port, done) => {
    let over = false;
    let stop = () => {};
    const finish = (connection: ConnectOutcome) => {
      over = true;
      done(connection);
    };

    const connectTo = ([host, ...others]: readonly string[]) => {
      if (host === undefined) return finish({ refusal: 'upstream_failed' });
      stop = connect(host, exit.port, null, (connection) => {
        if ('refusal' in connection) return connectTo(others);
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

    findHost(exit.host, exit.outside, (found) => {
      if (!over) connectTo('ips' in found ? found.ips : []);
    });
    return () => {
      if (over) return;
      over = true;
      stop();
    };
  };
}
