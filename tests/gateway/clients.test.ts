/** Clients that others wrote get through: curl, and the proxy clients of npm, over http:// and https://. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { anonymizeProxy, closeAnonymizedProxy, Server as ProxyChain } from 'proxy-chain';
import { SocksClient } from 'socks';
import { SocksProxyAgent } from 'socks-proxy-agent';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewaySite, gatewaySite } from '#tests/harness/gateway.ts';
import { proxyAuthorization } from '#tests/harness/http-proxy.ts';
import { startNameServer } from '#tests/harness/name-server.ts';
import { startWeb, type WebTarget } from '#tests/harness/targets.ts';

const run = promisify(execFile);
const isThere = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
const curlIsThere = await isThere('curl');
const opensslIsThere = await isThere('openssl');

const names = await startNameServer();
const running = gatewaySite({ proxies: 1, env: { GATEWAY_DNS_SERVERS: names.address } });

interface SecureWeb {
  readonly port: number;
  /** Of the only authority that its certificate comes from. */
  readonly ca: string;
  readonly caFile: string;
  close(): Promise<void>;
}

let proxy: GatewaySite['proxies'][number];
let port: number;
let web: WebTarget;
let secure: SecureWeb | undefined;

beforeAll(async () => {
  const [one] = running().proxies;
  if (!one) throw new Error('a proxy is needed');
  proxy = one;
  port = running().port;
  web = await startWeb();
  secure = opensslIsThere ? await startSecureWeb() : undefined;
  names.set('web.example.test', { addresses: ['127.0.0.1'] });
});

afterAll(async () => {
  await web?.close();
  await secure?.close();
  await names.close();
});

const socksUrl = (scheme: string) => `${scheme}://${proxy.username}:${proxy.password}@127.0.0.1:${port}`;
const httpUrl = () => socksUrl('http');
const plainUrl = (host = '127.0.0.1') => `http://${host}:${web.port}/x?y`;
const secureUrl = () => `https://web.example.test:${secure?.port}/x?y`;

/** What both targets answer through the proxy. */
const seen = () => ({ method: 'GET', url: '/x?y', peer: proxy.exit });

function viaAgent(url: string, agent: http.Agent): Promise<unknown> {
  const client = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const options = { agent, ...(secure ? { ca: secure.ca } : {}) };
    client
      .get(url, options, (response) => void text(response).then((body) => resolve(JSON.parse(body)), reject))
      .on('error', reject);
  });
}

describe.skipIf(!curlIsThere)('curl', () => {
  const curl = async (...more: string[]) => {
    const { stdout } = await run('curl', [
      '-sS',
      '--max-time',
      '20',
      '--proxy-user',
      `${proxy.username}:${proxy.password}`,
      ...more,
    ]);
    return JSON.parse(stdout);
  };
  const at = (host: string) => `${host}:${port}`;

  test('--socks5-hostname, the name resolved by the entry point', async () => {
    expect(await curl('--socks5-hostname', at('127.0.0.1'), plainUrl('web.example.test'))).toEqual(seen());
  });
  test('--socks5, the name resolved by curl', async () => {
    expect(await curl('--socks5', at('127.0.0.1'), plainUrl())).toEqual(seen());
  });
  test('-x http://, a forwarded request', async () => {
    expect(await curl('-x', `http://${at('127.0.0.1')}`, plainUrl('web.example.test'))).toEqual(seen());
  });
  test('-x http:// and --proxytunnel', async () => {
    expect(await curl('-x', `http://${at('127.0.0.1')}`, '--proxytunnel', plainUrl('web.example.test'))).toEqual(seen());
  });
  test('--proxy-anyauth, which asks without a credential first', async () => {
    expect(await curl('-x', `http://${at('127.0.0.1')}`, '--proxy-anyauth', plainUrl())).toEqual(seen());
  });
  test('--proxy1.0', async () => {
    expect(await curl('--proxy1.0', at('127.0.0.1'), '--proxytunnel', plainUrl())).toEqual(seen());
  });
  test('a large body, both ways', async () => {
    const big = 'b'.repeat(3_000_000);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'proxy-site-curl-'));
    const file = path.join(folder, 'body');
    await writeFile(file, big);
    for (const way of [
      ['--socks5-hostname', at('127.0.0.1')],
      ['-x', `http://${at('127.0.0.1')}`],
    ]) {
      expect(await curl(...way, '--data-binary', `@${file}`, plainUrl())).toEqual({ ...seen(), method: 'POST' });
      expect(web.requests.at(-1)?.body).toBe(big);
    }
    await rm(folder, { recursive: true });
  });
  test('a wrong password is told as such', async () => {
    const wrong = ['-sS', '--max-time', '20', '--proxy-user', `${proxy.username}:wrong`];
    const failure = async (...more: string[]) =>
      run('curl', [...wrong, ...more]).then(
        () => '',
        (error: { stderr: string }) => error.stderr,
      );
    expect(await failure('--socks5-hostname', at('127.0.0.1'), plainUrl())).toMatch(/rejected by the SOCKS5 server/i);
    expect(await failure('-x', `http://${at('127.0.0.1')}`, '--proxytunnel', plainUrl())).toContain('407');
  });

  describe.skipIf(!opensslIsThere)('and https://', () => {
    test.each(['--socks5-hostname', '-x'])('%s', async (way) => {
      expect(await curl(way, at('127.0.0.1'), '--cacert', secure?.caFile ?? '', secureUrl())).toEqual(seen());
    });
  });
});

describe('the proxy clients of npm', () => {
  test('socks', async () => {
    for (const host of ['127.0.0.1', 'web.example.test']) {
      const { socket } = await SocksClient.createConnection({
        proxy: { host: '127.0.0.1', port, type: 5, userId: proxy.username, password: proxy.password },
        command: 'connect',
        destination: { host, port: web.port },
      });
      socket.write(`GET /x?y HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*"url":"\/x\?y"/s);
    }
  });

  test('socks-proxy-agent', async () => {
    expect(await viaAgent(plainUrl('web.example.test'), new SocksProxyAgent(socksUrl('socks5h')))).toEqual(seen());
    expect(await viaAgent(plainUrl(), new SocksProxyAgent(socksUrl('socks5')))).toEqual(seen());
  });

  test('https-proxy-agent', async () => {
    expect(await viaAgent(plainUrl('web.example.test'), new HttpsProxyAgent(httpUrl()))).toEqual(seen());
  });

  test.skipIf(!opensslIsThere)('both, to https://', async () => {
    expect(await viaAgent(secureUrl(), new SocksProxyAgent(socksUrl('socks5h')))).toEqual(seen());
    expect(await viaAgent(secureUrl(), new HttpsProxyAgent(httpUrl()))).toEqual(seen());
  });

  test('proxy-chain makes it a proxy without a credential', async () => {
    const local = await anonymizeProxy(httpUrl());
    try {
      expect(await viaAgent(plainUrl('web.example.test'), new HttpsProxyAgent(local))).toEqual(seen());
      expect(await forwardedBy(Number(new URL(local).port))).toEqual(seen());
      if (secure) expect(await viaAgent(secureUrl(), new HttpsProxyAgent(local))).toEqual(seen());
    } finally {
      await closeAnonymizedProxy(local, true);
    }
  });

  test.each(['http', 'socks5', 'socks5h'])('proxy-chain in front of it, over %s://', async (scheme) => {
    const chain = new ProxyChain({
      port: 0,
      host: '127.0.0.1',
      prepareRequestFunction: () => ({ upstreamProxyUrl: socksUrl(scheme) }),
    });
    await chain.listen();
    try {
      expect(await viaAgent(plainUrl(), new HttpsProxyAgent(`http://127.0.0.1:${chain.port}`))).toEqual(seen());
      expect(await forwardedBy(chain.port)).toEqual(seen());
    } finally {
      await chain.close(true);
    }
  });

  test('a request of Node itself with the method CONNECT', async () => {
    const request = http.request({
      host: '127.0.0.1',
      port,
      method: 'CONNECT',
      path: `127.0.0.1:${web.port}`,
      headers: { 'Proxy-Authorization': proxyAuthorization(proxy).split(': ')[1] ?? '' },
    });
    const answer = await new Promise<string>((resolve, reject) => {
      request.on('error', reject);
      request.on('connect', (response, socket) => {
        expect(response.statusCode).toBe(200);
        socket.write('GET /x?y HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n');
        text(socket).then(resolve, reject);
      });
      request.end();
    });
    expect(answer).toContain('"url":"/x?y"');
  });
});

/** Asks a proxy that wants no credential to forward a request. */
function forwardedBy(proxyPort: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port: proxyPort, path: plainUrl(), agent: false }, (response) => {
        text(response).then((body) => resolve(JSON.parse(body)), reject);
      })
      .on('error', reject);
  });
}

/** A web server like `startWeb`, over TLS, whose certificate is for web.example.test. */
async function startSecureWeb(): Promise<SecureWeb> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proxy-site-tls-'));
  const [keyFile, caFile] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=web.example.test', '-addext', 'subjectAltName=DNS:web.example.test'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await run('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', caFile]);
  const ca = await readFile(caFile, 'utf8');
  const server = https.createServer({ key: await readFile(keyFile), cert: ca }, ({ method, url, socket }, response) => {
    response.end(JSON.stringify({ method, url, peer: socket.remoteAddress }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    ca,
    caFile,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}
