/** The rules over a corpus of spellings, and in their order: what the operator says comes before what is built in. */
import ipaddr from 'ipaddr.js';
import { describe, expect, it, test } from 'vitest';
import { CLOSED_NETWORKS } from '#server/kernel/closed-networks.ts';
import { forbiddenTargets } from '#tests/harness/forbidden-targets.ts';
import { readHost } from './host.ts';
import { createTargetRules, type TargetRules, type TargetRulesOptions } from './target-rules.ts';

const siteUrl = 'http://127.0.0.1:3000';

function rulesWith(options: Partial<TargetRulesOptions> = {}): TargetRules {
  return createTargetRules({ allowed: [], denied: [], siteUrl, ownAddresses: () => [], ...options });
}

function refuses(rules: TargetRules, spelling: string, port = 443): boolean {
  const host = readHost(spelling);
  if (host === 'invalid' || rules.refusesPort(port)) return true;
  return host.kind === 'name' ? rules.refusesName(host.name) : rules.refusesAddress(host.ip, host.family);
}

const reachable = [
  '1.0.0.1',
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.31.195.255',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2003::1',
  '2400:cb00::1',
  '2606:4700:4700::1111',
  '2606:4700:4700:0:0:0:0:1111',
  '2A00:1450:4001:81B::200E',
  '2a00:1450:4001:81b:1:5efe:a00:1',
  '2c0f:fb50::1',
  '3ffe::1',
  '3fff:1000::1',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '::FFFF:1.1.1.1',
  'example.com',
  'example.com.',
  'EXAMPLE.com',
  'a.b.c.example.co.uk',
  'xn--bcher-kva.example',
  'under_score.example.com',
  '_dmarc.example.com',
  'r3---sn-4g5ednse.example.com',
  '1.2.3.4.example.com',
  '0x7f.1.com',
  '127.0.0.1.nip.example',
  'localhost.example.com',
  'internal.example.com',
  'mylocal.com',
  'notlocalhost.com',
  'a.locals',
  '1and1.com',
  '4.in-addr.arpa',
  `${'a'.repeat(63)}.example.com`,
  `${'a.'.repeat(123)}example`,
];

describe('spellings', () => {
  test('there are at least 250 that lead inside, each once, and 60 that lead out', () => {
    expect(new Set(forbiddenTargets.map(({ host, port }) => `${host} ${port}`)).size).toBe(forbiddenTargets.length);
    expect(forbiddenTargets.length).toBeGreaterThanOrEqual(250);
    expect(reachable.length).toBeGreaterThanOrEqual(60);
  });

  const rules = rulesWith();
  it.each(forbiddenTargets)('$host ($why) is refused', ({ host, port }) => {
    expect(refuses(rules, host, port)).toBe(true);
  });
  it.each(reachable)('%s is reachable', (host) => {
    expect(refuses(rules, host)).toBe(false);
  });
});

test('each closed network is closed from its first address to its last', () => {
  const rules = rulesWith();
  for (const { network } of CLOSED_NETWORKS) {
    const parser = network.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
    for (const address of [parser.networkAddressFromCIDR(network), parser.broadcastAddressFromCIDR(network)]) {
      expect(rules.refusesAddress(address.toString(), network.includes(':') ? 6 : 4), address.toString()).toBe(true);
    }
  }
});

test('an IPv4 address mapped into IPv6 is connected as the IPv4 address that was judged', () => {
  expect(readHost('::ffff:808:808')).toEqual({ kind: 'address', ip: '8.8.8.8', family: 4 });
  expect(readHost('2A00:1450:0:0::200E')).toEqual({ kind: 'address', ip: '2a00:1450::200e', family: 6 });
  expect(readHost('WWW.Example.COM.')).toEqual({ kind: 'name', name: 'www.example.com' });
});

describe('the operator', () => {
  it('allows networks that are closed otherwise, and denies some of them again', () => {
    const rules = rulesWith({
      allowed: [
        { address: '10.0.0.0', prefix: 8 },
        { address: 'fd00::', prefix: 8 },
      ],
      denied: [
        { address: '10.9.0.0', prefix: 16 },
        { address: 'fd09::', prefix: 16 },
        { address: '8.8.8.8', prefix: 32 },
      ],
    });
    for (const host of ['10.0.0.1', '10.8.255.255', '::ffff:10.0.0.1', 'fd00::1']) expect(refuses(rules, host), host).toBe(false);
    for (const host of ['10.9.0.1', '::ffff:10.9.0.1', 'fd09::1', '8.8.8.8', '192.168.0.1', 'fc00::1']) {
      expect(refuses(rules, host), host).toBe(true);
    }
  });

  it('cannot open the ports of mail by allowing a network', () => {
    expect(refuses(rulesWith({ allowed: [{ address: '10.0.0.0', prefix: 8 }] }), '10.0.0.1', 25)).toBe(true);
  });
});

describe('addresses of this machine', () => {
  it('are closed although they are public, in every spelling, unless their network is allowed', () => {
    const ownAddresses = () => ['93.184.216.34', '2606:2800:220:1::248'];
    const rules = rulesWith({ ownAddresses });
    for (const host of ['93.184.216.34', '::ffff:93.184.216.34', '2606:2800:220:1::248', '2606:2800:220:1:0:0:0:0248']) {
      expect(refuses(rules, host), host).toBe(true);
    }
    expect(refuses(rules, '93.184.216.35')).toBe(false);
    const allowing = rulesWith({ ownAddresses, allowed: [{ address: '93.184.216.0', prefix: 24 }] });
    expect(refuses(allowing, '93.184.216.34')).toBe(false);
  });

  it('are closed as whole networks where routes say so', () => {
    const rules = rulesWith({ ownAddresses: () => ['93.184.216.0/24', '2a00:1234::/48'] });
    for (const host of ['93.184.216.255', '::ffff:93.184.216.1', '2a00:1234::1', '2a00:1234:0:ffff::']) {
      expect(refuses(rules, host), host).toBe(true);
    }
    for (const host of ['93.184.217.0', '2a00:1234:1::']) expect(refuses(rules, host), host).toBe(false);
  });

  it('are asked for again after a minute, not for every connection', () => {
    let clock = 0;
    let reads = 0;
    const rules = rulesWith({
      now: () => clock,
      ownAddresses: () => {
        reads += 1;
        return clock === 0 ? [] : ['93.184.216.34'];
      },
    });
    for (let i = 0; i < 5; i += 1) expect(refuses(rules, '93.184.216.34')).toBe(false);
    clock = 60_000;
    for (let i = 0; i < 5; i += 1) expect(refuses(rules, '93.184.216.34')).toBe(true);
    expect(reads).toBe(2);
  });

  it('are known without being told', () => {
    expect(refuses(createTargetRules({ allowed: [], denied: [], siteUrl }), '8.8.8.8')).toBe(false);
  });
});

describe('the site', () => {
  const addressesOf = (rules: TargetRules) => new Promise<readonly string[]>((resolve) => rules.site.addresses(resolve));
  const matches = (rules: TargetRules, spelling: string, port: number) => {
    const host = readHost(spelling);
    return host !== 'invalid' && rules.site.matches(host, port);
  };

  it.each([
    ['http://127.0.0.1:3000', '127.0.0.1', 3000],
    ['http://127.0.0.1:3000', '::ffff:127.0.0.1', 3000],
    ['http://[::1]:3000', '0:0::1', 3000],
    ['https://Shop.Example', 'shop.example.', 443],
    ['http://shop.example', 'SHOP.example', 80],
    ['http://localhost:8080', 'localhost', 8080],
  ])('%s is %s:%d, and that port alone', (url, host, port) => {
    const rules = rulesWith({ siteUrl: url });
    expect(matches(rules, host, port)).toBe(true);
    expect(matches(rules, host, port + 1)).toBe(false);
    expect(matches(rules, 'another.example', port)).toBe(false);
  });

  it('has the addresses of its name as this machine resolves it, or its literal', async () => {
    expect(await addressesOf(rulesWith({ siteUrl: 'http://localhost:8080' }))).toContain('127.0.0.1');
    expect(await addressesOf(rulesWith({ siteUrl: 'http://[::1]:8080' }))).toEqual(['::1']);
  });
});
