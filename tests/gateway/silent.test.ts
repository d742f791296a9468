/** Clients that say nothing, or hardly anything, cost nobody else anything, and have their time and no more. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { entryPointLimits } from '#server/kernel/limits.ts';
import { type GatewaySite, gatewaySite, metric } from '#tests/harness/gateway.ts';
import { connect, head } from '#tests/harness/http-proxy.ts';
import type { CrowdMessage } from '#tests/harness/silent-crowd.ts';
import { greeting, login, openTunnel, request } from '#tests/harness/socks5.ts';
import { startEcho, type Target } from '#tests/harness/targets.ts';
import { Wire } from '#tests/harness/wire.ts';

let echo: Target;
beforeAll(async () => {
  echo = await startEcho();
});
afterAll(() => echo?.close());

function onlyProxy({ proxies: [one] }: GatewaySite): GatewaySite['proxies'][number] {
  if (!one) throw new Error('a proxy is needed');
  return one;
}

describe('a crowd', () => {
  /** Long enough to open all of them, and to serve others meanwhile, on a busy machine too. */
  const DEADLINE_SECONDS = 45;
  const running = gatewaySite({ proxies: 1, env: { GATEWAY_HANDSHAKE_SECONDS: String(DEADLINE_SECONDS) } });
  const isOpen = () => metric(running().site, 'gateway_connections');

  /** Serves so many clients, from the connection to the first byte back from the target. @returns milliseconds of CPU for each. */
  async function cpuOfHandshakes(count: number): Promise<number> {
    const { site, port } = running();
    const cpuSeconds = () => metric(site, 'process_cpu_seconds_total');
    const before = await cpuSeconds();
    for (let served = 0; served < count; served += 1) {
      const wire = await openTunnel(port, onlyProxy(running()), '127.0.0.1', echo.port);
      await wire.send('x').take(1);
      wire.close();
    }
    return (1_000 * ((await cpuSeconds()) - before)) / count;
  }

  test('10,000 silent connections are all cut at the deadline, and who is served neither waits for them nor pays for them', {
    timeout: 180_000,
  }, async () => {
    await cpuOfHandshakes(300);
    const quiet = await cpuOfHandshakes(300);
    const program = path.join(import.meta.dirname, '../harness/silent-crowd.ts');
    const child = fork(program, [String(running().port), '10000', '20'], { execArgv: [] });
    try {
      const [opened] = (await once(child, 'message')) as [CrowdMessage];
      expect(opened).toEqual({ open: 10_000 });
      await vi.waitFor(async () => expect(await isOpen()).toBe(10_000), { timeout: 20_000 });
      const crowded = await cpuOfHandshakes(300);
      // All of them are there still: it was not they who made room.
      expect(await isOpen()).toBeGreaterThanOrEqual(10_000);
      console.info('CPU of a handshake in ms, without and with the crowd:', quiet, crowded);
      expect(crowded / quiet).toBeLessThan(2);
      const [ended] = (await once(child, 'message')) as [CrowdMessage];
      expect(ended).toEqual({ ended: 10_000, shortest: expect.any(Number) });
      expect('shortest' in ended && ended.shortest).toBeGreaterThanOrEqual(DEADLINE_SECONDS);
      await vi.waitFor(async () => expect(await isOpen()).toBe(0), { timeout: 20_000 });
    } finally {
      child.kill();
    }
  });
});

describe('who hardly says anything', () => {
  const running = gatewaySite({ proxies: 1 });
  const { handshakeSeconds } = entryPointLimits;

  test('a byte a second does not buy more time, whatever is being said', { timeout: 120_000 }, async () => {
    const { port } = running();
    const proxy = onlyProxy(running());
    const many = greeting(...Array.from({ length: 200 }, () => 2));
    const slow: [string, Uint8Array | string, number][] = [
      ['nothing', '', 0],
      ['a greeting of SOCKS5', many, 0],
      ['a credential', Buffer.concat([greeting(), login(proxy)]), 3],
      [
        'a request',
        Buffer.concat([greeting(), login(proxy), request(`a.very.long.name.${'x'.repeat(60)}.test`, 80)]),
        login(proxy).length + 3,
      ],
      ['a head of HTTP', connect(proxy, '127.0.0.1:80'), 0],
      ['empty lines', '\r\n'.repeat(100), 0],
      ['a head that has been nearly all said', head(connect(proxy, '127.0.0.1:80').trimEnd(), `X: ${'x'.repeat(100)}`), 100],
    ];
    const lives = await Promise.all(
      slow.map(async ([what, bytes, ahead]) => {
        const since = performance.now();
        const wire = await Wire.open(port);
        const all = Buffer.from(bytes);
        wire.send(all.subarray(0, ahead));
        let at = ahead;
        const speaking = setInterval(() => {
          if (at < all.length) wire.send(all.subarray(at, at + 1));
          at += 1;
        }, 1_000);
        const { ending } = await wire.takeRest();
        clearInterval(speaking);
        wire.close();
        return { what, ending, seconds: (performance.now() - since) / 1_000 };
      }),
    );
    for (const { what, ending, seconds } of lives) {
      expect({ what, ending }).toEqual({ what, ending: 'reset' });
      expect(seconds, what).toBeGreaterThanOrEqual(handshakeSeconds);
      // Whoever could buy time this way would have bought far more by then.
      expect(seconds, what).toBeLessThan(3 * handshakeSeconds);
    }
  });
});
