/** The client's side of a handshake with a proxy server, with a round trip for each of its messages, as clients do it. */
import { connect, type Socket } from 'node:net';
import type { Contender, Login } from './contender.ts';

/** A message to the proxy server and its answer. */
export interface Exchange {
  readonly ask: Buffer;
  /** What the bytes received since come to. */
  judge(answer: Buffer): 'incomplete' | 'granted' | 'refused';
}

/** How to get to a port of 127.0.0.1 through a proxy server. */
export function exchangesOf(protocol: Contender['protocol'], login: Login | undefined, targetPort: number): readonly Exchange[] {
  return protocol === 'socks5' ? socks5(login, targetPort) : httpConnect(login, targetPort);
}

function socks5(login: Login | undefined, targetPort: number): Exchange[] {
  const method = login ? 2 : 0;
  const byte = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
  const target = Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, targetPort >> 8, targetPort & 255]);
  const authentication = login && Buffer.concat([Buffer.from([1]), byte(login.username), byte(login.password)]);
  return [
    { ask: Buffer.from([5, 1, method]), judge: (answer) => verdict(answer, 2, method) },
    ...(authentication ? [{ ask: authentication, judge: (answer: Buffer) => verdict(answer, 2, 0) }] : []),
    // All servers of the comparison name an IPv4 address: ten bytes.
    { ask: target, judge: (answer) => verdict(answer, 10, 0) },
  ];
}

function verdict(answer: Buffer, length: number, second: number) {
  if (answer.length < length) return 'incomplete';
  return answer[1] === second ? 'granted' : 'refused';
}

function httpConnect(login: Login | undefined, targetPort: number): Exchange[] {
  const target = `127.0.0.1:${targetPort}`;
  const basic = login && Buffer.from(`${login.username}:${login.password}`).toString('base64');
  const authorization = basic ? `Proxy-Authorization: Basic ${basic}\r\n` : '';
  return [
    {
      ask: Buffer.from(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`),
      judge(answer) {
        const text = answer.toString('latin1');
        if (!text.includes('\r\n\r\n')) return 'incomplete';
        return /^HTTP\/1\.\d 200 /.test(text) ? 'granted' : 'refused';
      },
    },
  ];
}

/** Opens a tunnel. @returns its socket, which has a listener for errors only. @throws Error where it is refused or cut. */
export function openTunnel(port: number, exchanges: readonly Exchange[]): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, autoSelectFamily: false });
  return new Promise((resolve, reject) => {
    let at = 0;
    let answer: Buffer = Buffer.alloc(0);
    const ask = () => {
      const exchange = exchanges[at];
      if (exchange) socket.write(exchange.ask);
      return exchange !== undefined;
    };
    const hear = (bytes: Buffer) => {
      answer = answer.length === 0 ? bytes : Buffer.concat([answer, bytes]);
      const verdict = exchanges[at]?.judge(answer);
      if (verdict === 'incomplete') return;
      answer = Buffer.alloc(0);
      at += 1;
      if (verdict === 'granted' && ask()) return;
      socket.removeListener('data', hear);
      socket.removeListener('end', cut);
      if (verdict === 'granted') return resolve(socket);
      socket.destroy();
      reject(new Error('the proxy server refused the handshake'));
    };
    const cut = () => reject(new Error('the proxy server ended the handshake'));
    socket.on('connect', ask);
    socket.on('data', hear);
    socket.on('end', cut);
    socket.on('error', reject);
  });
}
