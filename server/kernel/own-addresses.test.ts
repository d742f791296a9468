/** The kernel's own words for what it delivers to itself. */
import os from 'node:os';
import { describe, expect, it } from 'vitest';
import { localIpv4, localIpv6, ownAddresses } from './own-addresses.ts';

describe('what is routed to the machine itself', () => {
  it('IPv4: addresses and whole networks, not the networks that it is merely connected to', () => {
    const tables = ['Main:', 'Local:'].map((table) =>
      [
        table,
        '  +-- 0.0.0.0/0 3 0 5',
        '     |-- 0.0.0.0',
        '        /0 universe UNICAST',
        '     |-- 93.184.216.0',
        '        /24 host LOCAL',
        '     |-- 192.0.2.0',
        '        /24 link UNICAST',
        '     |-- 192.0.2.2',
        '        /32 host LOCAL',
        '     |-- 192.0.2.255',
        '        /32 link BROADCAST',
      ].join('\n'),
    );
    const intercepting = 'Id 100:\n  |-- 0.0.0.0\n     /0 host LOCAL\n';
    expect(localIpv4(`${tables.join('\n')}\n${intercepting}`)).toEqual(['93.184.216.0/24', '192.0.2.2']);
  });

  it('IPv6 likewise', () => {
    const none = '0'.repeat(32);
    const route = (network: string, prefix: string, flags: string) =>
      `${network} ${prefix} ${none} 00 ${none} 00000400 00000001 00000000 ${flags}       lo`;
    const routes = [
      route(none, '00', '80000001'),
      route(none, '00', '00200200'),
      route('2a001234000000000000000000000000', '30', '80000001'),
      route('2a005678000000000000000000000001', '80', '80200001'),
      route('2a009abc000000000000000000000000', '40', '00000001'),
    ];
    expect(localIpv6(`${routes.join('\n')}\n`)).toEqual([
      '2a00:1234:0000:0000:0000:0000:0000:0000/48',
      '2a00:5678:0000:0000:0000:0000:0000:0001',
    ]);
  });

  it('of this machine, at least its interfaces', () => {
    const addresses = Object.values(os.networkInterfaces()).flatMap((those) => (those ?? []).map(({ address }) => address));
    expect(ownAddresses()).toEqual(expect.arrayContaining(addresses));
  });
});
