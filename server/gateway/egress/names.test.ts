/** Names over a real DNS server on loopback; the clock of the cache is the test's. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type NameServer, startNameServer } from '#tests/harness/name-server.ts';
import { createNames, type NameAnswer, type Names } from './names.ts';

let server: NameServer;
let names: Names;
let clock = 0;

beforeEach(async () => {
  server = await startNameServer();
  clock = Date.now();
  names = createNames({ servers: [server.address], now: () => clock });
});

afterEach(async () => {
  names.close();
  await server.close();
});

const resolve = (name: string, family: 4 | 6 = 4) => new Promise<NameAnswer>((done) => names.resolve(name, family, done));

/** The answer that is known already; null where it is not. */
function known(name: string, family: 4 | 6 = 4): NameAnswer | null {
  let result: NameAnswer | null = null;
  names.resolve(name, family, (answer) => {
    result = answer;
  });
  return result;
}

describe('an answer', () => {
  it('holds the addresses of one family, and is asked for once in its lifetime', async () => {
    server.set('two.example', { addresses: ['192.0.2.1', '192.0.2.2', '2001:db8::1'], ttl: 30 });
    expect([...(await resolve('two.example'))].sort()).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(await resolve('two.example', 6)).toEqual(['2001:db8::1']);
    clock += 29_999;
    expect(known('two.example')).toHaveLength(2);
    expect(server.asked).toEqual(['A two.example', 'AAAA two.example']);
  });

  it('is asked for again when its lifetime is over, and may be another one', async () => {
    server.set('moving.example', { addresses: ['192.0.2.1'], ttl: 30 });
    await resolve('moving.example');
    server.set('moving.example', { addresses: ['192.0.2.2'], ttl: 30 });
    clock += 30_000;
    expect(await resolve('moving.example')).toEqual(['192.0.2.2']);
  });

  it('is kept for five minutes at most, whatever its lifetime', async () => {
    server.set('long.example', { addresses: ['192.0.2.1'], ttl: 86_400 });
    await resolve('long.example');
    clock += 299_999;
    expect(known('long.example')).toEqual(['192.0.2.1']);
    clock += 1;
    expect(known('long.example')).toBeNull();
  });

  it('with a lifetime of nothing is for those who asked, and for nobody after them', async () => {
    server.set('zero.example', { addresses: ['192.0.2.1'], ttl: 0 });
    await Promise.all([resolve('zero.example'), resolve('zero.example')]);
    expect(server.asked).toEqual(['A zero.example']);
    // The stand-in takes the same question under the same id, which is random, for one that was sent again.
    await resolve('between.example');
    await resolve('zero.example');
    expect(server.asked).toEqual(['A zero.example', 'A between.example', 'A zero.example']);
  });

  it('comes to all who ask at the same time from one look-up', async () => {
    server.set('busy.example', { addresses: ['192.0.2.1'] });
    const answers = await Promise.all(Array.from({ length: 200 }, () => resolve('busy.example')));
    expect(answers).toEqual(Array.from({ length: 200 }, () => ['192.0.2.1']));
    expect(server.asked).toEqual(['A busy.example']);
  });
});

describe('a name without addresses', () => {
  it.each([
    ['does not exist', 'NXDOMAIN'],
    ['fails at its own server', 'SERVFAIL'],
    ['has other records only', { addresses: ['2001:db8::1'] }],
  ] as const)('that %s is unknown, for five seconds', async (_, answer) => {
    server.set('none.example', answer);
    expect(await resolve('none.example')).toBe('unknown_name');
    server.set('none.example', { addresses: ['192.0.2.1'] });
    clock += 4_999;
    expect(known('none.example')).toBe('unknown_name');
    clock += 1;
    expect(await resolve('none.example')).toEqual(['192.0.2.1']);
  });

  it('is not taken from the hosts file of this machine', async () => {
    expect(await resolve('localhost')).toBe('unknown_name');
  });
});

describe('a server that does not answer', () => {
  it('is given up after about five seconds, however many of them there are, and asked again the next time', async () => {
    names.close();
    names = createNames({ servers: [server.address, server.address, `127.0.0.2:${server.address.split(':')[1]}`] });
    server.set('late.example', 'silent');
    const started = performance.now();
    expect(await resolve('late.example')).toBe('name_timeout');
    // What the resolver would wait for three of them comes to 13.5 seconds.
    expect(performance.now() - started).toBeLessThan(12_000);
    server.set('late.example', { addresses: ['192.0.2.1'] });
    expect(await resolve('late.example')).toEqual(['192.0.2.1']);
  });

  it('does not outlive the resolver', async () => {
    server.set('late.example', 'silent');
    const answer = resolve('late.example');
    names.close();
    expect(await answer).toBe('name_timeout');
  });
});

it('keeps ten thousand names, and forgets first what was not asked for the longest', async () => {
  const name = (i: number) => `n${i}.example`;
  for (let i = 0; i <= 10_000; i += 1) server.set(name(i), { addresses: ['192.0.2.1'] });
  for (let first = 0; first < 10_000; first += 250) {
    await Promise.all(Array.from({ length: 250 }, (_, i) => resolve(name(first + i))));
  }
  expect(known(name(0))).toEqual(['192.0.2.1']);
  await resolve(name(10_000));
  expect(known(name(0))).toEqual(['192.0.2.1']);
  expect(known(name(2))).toEqual(['192.0.2.1']);
  expect(known(name(1))).toBeNull();
});
