/**
 * A lean HTTP/1.1 client for load: keep-alive sockets, each bound to a loopback address of its own so that the limits per address stay on
 * without getting in the way. One request at a time on a socket.
 */
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A keep-alive connection. */
export interface Connection {
  request(head: string, body: string): Promise<Answer>;
  close(): void;
}

/** The `index`-th of the loopback addresses 127.1.0.0 and up. */
export function loopbackAddress(index: number): string {
  return `127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
}

/** Connects from `localAddress` to a port on 127.0.0.1. */
export async function openConnection(port: number, localAddress: string): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const answer = completeAnswer(received);
    if (!answer || !waiting) return;
    received = '';
    const { resolve } = waiting;
    waiting = null;
    resolve(answer);
  });
  const fail = (error: Error) => waiting?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  return {
    request: (head, body) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        write(socket, head, body);
      }),
    close: () => socket.destroy(),
  };
}

function write(socket: Socket, head: string, body: string): void {
  socket.write(body === '' ? `${head}\r\n\r\n` : `${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** The answer, once all of it is there. */
function completeAnswer(text: string): Answer | null {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const status = Number(text.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1];
  if (length !== undefined) {
    const body = text.slice(headEnd + 4);
    return body.length >= Number(length) ? { status, body } : null;
  }
  return text.endsWith('\r\n0\r\n\r\n') ? { status, body: text.slice(headEnd + 4) } : null;
}
