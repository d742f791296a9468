/** Hosts that a supplier tells: none leads to this machine or its networks, however it is written and whenever that is asked. */
import os from 'node:os';
import { describe, expect, it } from 'vitest';
import { createEntryHosts, type EntryHost } from './entry-hosts.ts';
import type { SystemNames } from './system-names.ts';

/** What the name servers say, as a test changes it. */
const said = new Map<string, readonly string[]>();
const names: SystemNames = { resolve: (name, done) => done(said.get(name) ?? []) };

const found = (host: string, outside: boolean, by = createEntryHosts({ names })) =>
  new Promise<EntryHost>((done) => by(host, outside, done));

const own = Object.values(os.networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));

describe('of a supplier elsewhere', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['::1', '::', '::ffff:127.0.0.1', '::ffff:8.8.8.8', 'fe80::1', 'fc00::1', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ...own.filter((address) => !address.includes('%')),
  ])('%s is refused, as a literal and behind a name', async (ip) => {
    expect(await found(ip, true)).toEqual({ problem: 'inside' });
    said.set('proxy.example', [ip]);
    expect(await found('proxy.example', true)).toEqual({ problem: 'inside' });
  });

  it.each(['localhost', '127.1', '0x7f000001', '2130706433', '017700000001'])(
    'the system’s own reading of %s counts',
    async (host) => {
      expect(await found(host, true, createEntryHosts())).toMatchObject({ problem: 'inside' });
    },
  );

  it('a public address is taken, of several only those that are', async () => {
    expect(await found('93.184.216.34', true)).toEqual({ ips: ['93.184.216.34'] });
    said.set('proxy.example', ['10.0.0.1', '93.184.216.34', '::1']);
    expect(await found('proxy.example', true)).toEqual({ ips: ['93.184.216.34'] });
  });

  it('a name that was public is judged again each time', async () => {
    said.set('proxy.example', ['93.184.216.34']);
    expect(await found('proxy.example', true)).toEqual({ ips: ['93.184.216.34'] });
    said.set('proxy.example', ['127.0.0.1']);
    expect(await found('proxy.example', true)).toEqual({ problem: 'inside' });
  });

  it('a name without an address is unknown', async () => {
    expect(await found('nowhere.example', true)).toEqual({ problem: 'unknown' });
  });
});

it('of the operator, or of a supplier on this machine, any host is taken', async () => {
  said.set('proxy.example', ['10.0.0.1', '93.184.216.34']);
  expect(await found('proxy.example', false)).toEqual({ ips: ['10.0.0.1', '93.184.216.34'] });
  expect(await found('127.0.0.1', false)).toEqual({ ips: ['127.0.0.1'] });
  expect(await found('localhost', false, createEntryHosts())).toMatchObject({
    ips: expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
  });
});
