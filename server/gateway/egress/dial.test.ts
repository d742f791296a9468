/** Dialling over real sockets: 127.0.x.y and ::1 are the exits, and servers on loopback the Internet. */
import { once } from 'node:events';
import net from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type NameServer, startNameServer } from '#tests/harness/name-server.ts';
import { CLOSED_PORT } from '#tests/harness/targets.ts';
import type { Exit } from '../exit.ts';
import { own } from '../owned-socket.ts';
import type { ConnectOutcome } from './connect.ts';
import { createDialer, type Dialer } from './dial.ts';
import { createNames, type Names } from './names.ts';
import { createTargetRules, type TargetRulesOptions } from './target-rules.ts';

const exit: Exit = { kind: 'address', ip: '127.0.1.5' };
const ipv6Exit: Exit = { kind: 'address', ip: '::1' };
const loopback = [
  { address: '127.0.0.0', prefix: 16 },
  { address: '::1', prefix: 128 },
];

/** Says to each client what address it sees, and ends. */
class Target {
  readonly seen: string[] = [];
  private readonly server: net.Server;

  constructor() {
    this.server = net.createServer({ allowHalfOpen: true }, (socket) => {
      this.seen.push(`${socket.remoteAddress}`);
      socket.on('error', () => {});
      socket.end(`${socket.remoteAddress}`);
    });
  }
  async listen(host: string, port = 0): Promise<void> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
  }
  get port(): number {
    return (this.server.address() as net.AddressInfo).port;
  }
  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    await once(this.server, 'close');
  }
}

let dns: NameServer;
let names: Names;
let clock: number;
let target: Target;
let dialer: Dialer;

function dialerWith(options: Partial<TargetRulesOptions> & { connectSeconds?: number } = {}): Dialer {
  const { connectSeconds = 10, ...rules } = options;
  return createDialer({
    names,
    connectSeconds,
    rules: createTargetRules({ allowed: loopback, denied: [], siteUrl: 'http://site.example', ...rules }),
  });
}

beforeEach(async () => {
  dns = await startNameServer();
  clock = Date.now();
  names = createNames({ servers: [dns.address], now: () => clock });
  target = new Target();
  await target.listen('127.0.0.1');
  dialer = dialerWith();
});

afterEach(async () => {
  names.close();
  await Promise.all([dns.close(), target.close()]);
});

/** All that the target says. */
function text(socket: net.Socket): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    own(socket, {
      data: (_, bytes) => {
        said += bytes.toString();
      },
      end: () => resolve(said),
      drain: () => {},
      error: () => {},
      closed: () => resolve(said),
    });
  });
}

/** The refusal, or what the target said. */
async function dial(host: string, port = target.port, from = exit, by = dialer): Promise<string> {
  const outcome = await new Promise<ConnectOutcome>((done) => void by.dial(from, { host, port }, done));
  if ('refusal' in outcome) return outcome.refusal;
  const { socket } = outcome;
  expect(socket.eventNames().filter((name) => name !== 'end')).toEqual([]);
  const said = await text(socket);
  socket.end();
  await once(socket, 'close');
  return said;
}

describe('from an address of this machine', () => {
  it('the target sees that address, by a literal and by a name', async () => {
    dns.set('target.example', { addresses: ['127.0.0.1'] });
    expect(await dial('127.0.0.1')).toBe('127.0.1.5');
    expect(await dial('target.example')).toBe('127.0.1.5');
    expect(await dial('TARGET.example.')).toBe('127.0.1.5');
    expect(await dial('::ffff:127.0.0.1')).toBe('127.0.1.5');
    expect(dns.asked).toEqual(['A target.example']);
  });

  it('an IPv6 exit reaches IPv6 targets, and asks for AAAA records only', async () => {
    const ipv6 = new Target();
    await ipv6.listen('::1');
    dns.set('both.example', { addresses: ['127.0.0.1', '::1'] });
    expect(await dial('::1', ipv6.port, ipv6Exit)).toBe('::1');
    expect(await dial('both.example', ipv6.port, ipv6Exit)).toBe('::1');
    expect(dns.asked).toEqual(['AAAA both.example']);
    await ipv6.close();
  });

  it('what the exit cannot reach by its family is refused, not reached from elsewhere', async () => {
    dns.set('six.example', { addresses: ['::1'] });
    expect(await dial('::1')).toBe('network_unreachable');
    expect(await dial('127.0.0.1', target.port, ipv6Exit)).toBe('network_unreachable');
    expect(await dial('six.example')).toBe('unknown_name');
  });

  it.each(['192.0.2.1', '0.0.0.0', '::', '::ffff:127.0.0.1', 'nonsense', ''])(
    'an exit %j that this machine does not have connects nothing',
    async (ip) => {
      expect(await dial('127.0.0.1', target.port, { kind: 'address', ip })).toBe('exit_unavailable');
      expect(target.seen).toEqual([]);
    },
  );

  it('a socket stays open for answers after the client has ended its part', async () => {
    const outcome = await new Promise<ConnectOutcome>(
      (done) => void dialer.dial(exit, { host: '127.0.0.1', port: target.port }, done),
    );
    if (!('socket' in outcome)) throw new Error(outcome.refusal);
    const said = text(outcome.socket);
    outcome.socket.end();
    expect(await said).toBe('127.0.1.5');
  });

  it('hundreds of connections at once leave from it', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => dial('127.0.0.1')));
    expect(new Set(answers)).toEqual(new Set(['127.0.1.5']));
  });

  it('takes source ports that connections of other programs do not look for first: odd ones', async () => {
    const ports = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const outcome = await new Promise<ConnectOutcome>(
          (done) => void dialer.dial(exit, { host: '127.0.0.1', port: target.port }, done),
        );
        if (!('socket' in outcome)) throw new Error(outcome.refusal);
        const { localPort = 0 } = outcome.socket;
        outcome.socket.destroy();
        return localPort;
      }),
    );
    expect(ports.filter((port) => port % 2 === 0)).toEqual([]);
  });

  it('a port on which nobody listens is a refused connection', async () => {
    expect(await dial('127.0.0.1', CLOSED_PORT)).toBe('connection_refused');
  });

  it('a loopback exit finds no way out of this machine', async () => {
    expect(await dial('8.8.8.8', 443)).toBe('network_unreachable');
  });

  it('further addresses of a name are tried, three in all', async () => {
    dns.set('third.example', { addresses: ['127.0.0.2', '127.0.0.3', '127.0.0.1'] });
    dns.set('fourth.example', { addresses: ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'] });
    expect(await dial('third.example')).toBe('127.0.1.5');
    expect(await dial('fourth.example')).toBe('connection_refused');
  });
});

describe('the rules', () => {
  it('drop the forbidden addresses of a name, and refuse it where no other is left', async () => {
    dns.set('mixed.example', { addresses: ['10.0.0.1', '127.0.0.1', '169.254.169.254'] });
    dns.set('inside.example', { addresses: ['10.0.0.1', '169.254.169.254', '127.1.0.1'] });
    expect(await dial('mixed.example')).toBe('127.0.1.5');
    expect(await dial('inside.example')).toBe('forbidden_target');
    dns.set('mapped.example', { addresses: ['::ffff:10.0.0.1', '::ffff:a9fe:a9fe', 'fe80::1', '64:ff9b::a00:1'] });
    expect(await dial('mapped.example', 80, ipv6Exit)).toBe('forbidden_target');
  });

  it('see every answer: a name that leads inside the second time is refused the second time', async () => {
    dns.set('rebound.example', { addresses: ['127.0.0.1'], ttl: 1 });
    expect(await dial('rebound.example')).toBe('127.0.1.5');
    dns.set('rebound.example', { addresses: ['192.168.0.1'], ttl: 1 });
    clock += 1_000;
    expect(await dial('rebound.example')).toBe('forbidden_target');
  });

  it('refuse inside names without asking for them, and the ports of mail', async () => {
    for (const host of ['localhost', 'db.internal', 'printer.local', 'db', '0x7f.1', '2130706433', '[::1]']) {
      expect(await dial(host)).toBe('forbidden_target');
    }
    for (const port of [0, 25, 465, 587]) expect(await dial('127.0.0.1', port)).toBe('forbidden_target');
    expect(dns.asked).toEqual([]);
  });
});

describe('the site', () => {
  it('is reached wherever it stands: by its name, by its address, and by a name of that address', async () => {
    const by = dialerWith({ allowed: [], siteUrl: `http://localhost:${target.port}` });
    dns.set('alias.example', { addresses: ['127.0.0.1'] });
    for (const host of ['localhost', 'LOCALHOST.', '127.0.0.1', '::ffff:7f00:1', 'alias.example']) {
      expect(await dial(host, target.port, exit, by), host).toBe('127.0.1.5');
    }
  });

  it('is that port of that address only', async () => {
    const other = new Target();
    await other.listen('127.0.0.1');
    const by = dialerWith({ allowed: [], siteUrl: `http://127.0.0.1:${target.port}` });
    expect(await dial('127.0.0.1', target.port, exit, by)).toBe('127.0.1.5');
    expect(await dial('127.0.0.1', other.port, exit, by)).toBe('forbidden_target');
    expect(await dial('127.0.0.2', target.port, exit, by)).toBe('forbidden_target');
    expect(await dial('localhost', target.port, exit, by)).toBe('forbidden_target');
    await other.close();
  });
});

describe('time', () => {
  it('a name that nobody resolves is a name that was not resolved in time', async () => {
    dns.set('silent.example', 'silent');
    expect(await dial('silent.example', 80, exit, dialerWith({ connectSeconds: 1 }))).toBe('name_timeout');
  });

  it('a target that takes no connection is given up after the time for all tries', async () => {
    const full = await startFullServer();
    const started = performance.now();
    expect(await dial('127.0.0.1', full.port, exit, dialerWith({ connectSeconds: 1 }))).toBe('connect_timeout');
    // The system would try for two minutes.
    expect(performance.now() - started).toBeLessThan(30_000);
    await full.close();
  });
});

describe('a cancelled attempt', () => {
  it.each(['at once', 'while it connects', 'while the name is asked for'])(
    '%s never reports, and leaves no socket',
    async (stage) => {
      const full = await startFullServer();
      dns.set('silent.example', 'silent');
      const before = openSockets();
      const host = stage === 'while the name is asked for' ? 'silent.example' : '127.0.0.1';
      let reports = 0;
      const cancels = Array.from({ length: 20 }, () => dialer.dial(exit, { host, port: full.port }, () => (reports += 1)));
      if (stage !== 'at once') await new Promise((resolve) => setImmediate(resolve));
      for (const cancel of cancels) cancel();
      await expect.poll(openSockets).toBeLessThanOrEqual(before);
      names.close();
      await new Promise((resolve) => setImmediate(resolve));
      expect(reports).toBe(0);
      await full.close();
    },
  );

  it('after it has connected has no effect', async () => {
    let cancel = () => {};
    const outcome = await new Promise<ConnectOutcome>((done) => {
      cancel = dialer.dial(exit, { host: '127.0.0.1', port: target.port }, done);
    });
    cancel();
    if (!('socket' in outcome)) throw new Error(outcome.refusal);
    expect(await text(outcome.socket)).toBe('127.0.1.5');
    outcome.socket.end();
  });
});

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap' || kind === 'TCPConnectWrap').length;
}

/** A server that takes no connection and whose queue is full: the system leaves further ones without an answer. */
async function startFullServer(): Promise<{ port: number; close(): Promise<void> }> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer();
     server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
     });`,
    { eval: true },
  );
  const [port] = (await once(worker, 'message')) as [number];
  const queued = [1, 2].map(() => net.connect(port, '127.0.0.1'));
  await Promise.all(queued.map((socket) => once(socket, 'connect')));
  return {
    port,
    close: async () => {
      for (const socket of queued) socket.destroy();
      await worker.terminate();
    },
  };
}
