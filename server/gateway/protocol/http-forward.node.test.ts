import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { converse } from '#tests/harness/dialogue.ts';

const SECRET = Buffer.from('me:pwd').toString('base64');
const AUTHORIZATION = `Proxy-Authorization: Basic ${SECRET}\r\n`;
const NEXT = `POST http://next.example/ HTTP/1.1\r\n${AUTHORIZATION}Content-Length: 0\r\n\r\n`;
const requests = [
  `GET http://a/x HTTP/1.1\r\n${AUTHORIZATION}Accept: */*\r\n\r\n${NEXT}`,
  `POST http://a/x HTTP/1.1\r\n${AUTHORIZATION}Content-Length: 9\r\n\r\nhello\r\n\r\n${NEXT}`,
  `POST http://a/x HTTP/1.1\r\n${AUTHORIZATION}Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nSum: 1\r\n\r\n${NEXT}`,
];

interface Seen {
  readonly url: string;
  readonly fields: readonly string[];
  readonly body: string;
}

describe('what is forwarded, read by Node', () => {
  let seen: Seen[] = [];
  const target = http.createServer(async (request, response) => {
    // Its own end after the first request would hide a second one.
    response.shouldKeepAlive = true;
    try {
      seen.push({ url: request.url ?? '', fields: request.rawHeaders, body: await text(request) });
      response.end();
    } catch {
      response.destroy();
    }
  });

  beforeAll(async () => {
    await once(target.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => target.close());

  /** The requests that the target finds in these bytes. */
  async function readByNode(bytes: Buffer): Promise<readonly Seen[]> {
    seen = [];
    const { port } = target.address() as net.AddressInfo;
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.end(bytes);
    await once(socket, 'close');
    return seen;
  }

  it.each(requests)('is the one request that was asked, without the credential', async (request) => {
    const { toTarget } = converse([Buffer.from(request)]);
    const found = await readByNode(Buffer.from(toTarget.replace('Connection: close\r\n', ''), 'latin1'));
    expect(found).toEqual([
      { url: '/x', fields: expect.any(Array), body: request.startsWith('GET') ? '' : expect.stringContaining('hello') },
    ]);
    expect(found[0]?.fields.join()).not.toContain(SECRET);
  });

  it('would be two requests without the gate', async () => {
    const two = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nxGET /next HTTP/1.1\r\nHost: a\r\n\r\n';
    expect(await readByNode(Buffer.from(two))).toHaveLength(2);
  });

  it('is never two requests, whatever was changed in what the client sent', async () => {
    const pieces = fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '\0',
      ' ',
      '\t',
      ':',
      ',',
      '0',
      '\xff',
      'Content-Length: 3\r\n',
      'Content-Length: 0\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Transfer-Encoding : chunked\r\n',
      'Connection: content-length, transfer-encoding\r\n',
      ';\n',
    );
    const change = fc.record({ at: fc.nat(200), remove: fc.nat(2), put: pieces });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...requests),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        async (original, changes) => {
          let message = original;
          for (const { at, remove, put } of changes) message = message.slice(0, at) + put + message.slice(at + remove);
          const { toTarget } = converse([Buffer.from(message, 'latin1')]);
          if (toTarget === '') return;
          // Node ends after a request that says so; what is behind it shows only without that.
          const found = await readByNode(Buffer.from(toTarget.replace('Connection: close\r\n', ''), 'latin1'));
          expect(found.length).toBeLessThanOrEqual(1);
          expect(found.map(({ url }) => url).join()).not.toContain('next.example');
        },
      ),
      { numRuns: 600 },
    );
  });
});
