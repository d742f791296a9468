/** What the check of a credential says of an entry point that refuses or is in trouble. proxy-chain stands for one, over HTTP. */
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Server as HttpProxy } from 'proxy-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryCredential } from './credential-check.ts';

const closing: (() => unknown)[] = [];

async function listening(server: net.Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A site, of which `/says/<status>/<text>` says what it is told to. */
let site: string;
let entryPoint: HttpProxy;

const credential = { host: '127.0.0.1', username: 'isp7', password: 'the secret' };

beforeAll(async () => {
  const server = http.createServer((request, response) => {
    const [, , status, text = ''] = (request.url ?? '').split('/');
    response.writeHead(Number(status)).end(decodeURIComponent(text));
  });
  site = `http://127.0.0.1:${await listening(server)}`;
  entryPoint = new HttpProxy({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: ({ username, password }) => ({
      requestAuthentication: username !== credential.username || password !== credential.password,
    }),
  });
  await entryPoint.listen();
});

afterAll(async () => {
  for (const close of closing) close();
  await entryPoint.close(true);
});

const GENERIC = 'The entry point refused the connection (HTTP 503). Try again; if it stays so, contact support.';

const says = (status: number, text: string) => `${site}/says/${status}/${encodeURIComponent(text)}`;
const reasons = ({ socks5, http: connect }: Awaited<ReturnType<typeof tryCredential>>) =>
  [socks5, connect].map((result) => (result.ok ? 'ok' : result.reason));

describe('through an entry point that works', () => {
  it('tells the exit address and how long it took', async () => {
    const { http: result } = await tryCredential({ ...credential, port: entryPoint.port }, says(200, '{"ip":"203.0.113.7"}'));
    expect(result).toEqual({ ok: true, exit_address: '203.0.113.7', latency_ms: expect.any(Number) });
  });

  it('repeats its refusal of a credential, and not what that was', async () => {
    const proxy = { ...credential, port: entryPoint.port, password: 'another secret' };
    const { http: result } = await tryCredential(proxy, says(200, '{"ip":"203.0.113.7"}'));
    expect(result).toEqual({ ok: false, reason: expect.stringContaining('credential') });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it.each([
    [502, 'Bad gateway', 502],
    [200, 'hello', 200],
    [200, '{"ip":"not one"}', 200],
    [200, 'x'.repeat(5_000), 200],
  ])('does not take any answer for an address: %d %.20s', async (status, text, named) => {
    const { http: result } = await tryCredential({ ...credential, port: entryPoint.port }, says(status, text));
    expect(result).toEqual({ ok: false, reason: expect.stringContaining(`not with an address (HTTP ${named})`) });
  });
});

it.each([
  [
    'its own words',
    'text/plain; charset=utf-8',
    'The exit is out of service.\nContact support.\n',
    'The exit is out of service. Contact support.',
  ],
  ['no more than 300 characters of them', 'text/plain', 'a'.repeat(400), 'a'.repeat(300)],
  ['words of the site, where it sent a page', 'text/html', '<h1>No</h1>', GENERIC],
  ['words of the site, where it said nothing', 'text/plain', ' \u0007\n', GENERIC],
  ['words of the site, where it said too much', 'text/plain', 'a'.repeat(5_000), GENERIC],
])('a refusal of the entry point is told in %s', async (_case, type, body, reason) => {
  const answer = `HTTP/1.1 503 No\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const refusing = http.createServer().on('connect', (_request, socket) => socket.end(answer));
  const { http: result } = await tryCredential({ ...credential, port: await listening(refusing) }, says(200, ''));
  expect(result).toEqual({ ok: false, reason });
});

it('says where nobody listens', async () => {
  const found = reasons(await tryCredential({ ...credential, port: 1 }, says(200, '')));
  for (const reason of found) expect(reason).toContain('The entry point cannot be reached at 127.0.0.1:1.');
});

it('gives up on one that never answers', async () => {
  const port = await listening(net.createServer((socket) => closing.push(() => socket.destroy())));
  const found = reasons(await tryCredential({ ...credential, port }, says(200, ''), 300));
  for (const reason of found) expect(reason).toContain('no answer in time');
});

it.each(['127.0.0.1', '::1'])('says that one on %s closed the connection', async (host) => {
  const port = await listening(
    net.createServer((socket) => socket.destroy()),
    host,
  );
  const found = reasons(await tryCredential({ ...credential, host, port }, says(200, '')));
  for (const reason of found) expect(reason).toContain('broke off');
});
