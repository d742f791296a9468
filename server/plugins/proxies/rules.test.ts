/** How a proxy is written down and searched for: what programs split, what is pasted into a shell, and what is typed. */
import { expect, it } from 'vitest';
import { accessString, curlLines, searchTerm } from './rules.ts';

const proxy = { host: 'entry.example', port: 1080, username: 'isp7', password: 'Abc' };
const overIpv6 = { ...proxy, host: '2001:db8::7' };

it('joins the four parts, an IPv6 host in brackets', () => {
  expect(accessString(proxy)).toBe('entry.example:1080:isp7:Abc');
  expect(accessString(overIpv6)).toBe('[2001:db8::7]:1080:isp7:Abc');
});

it('names the entry point, the credential and what to fetch', () => {
  expect(curlLines(proxy, 'https://site.example/api/ip')).toEqual({
    socks5: "curl --socks5-hostname entry.example:1080 \\\n  --proxy-user 'isp7:Abc' \\\n  https://site.example/api/ip",
    http: "curl -x http://entry.example:1080 \\\n  --proxy-user 'isp7:Abc' \\\n  https://site.example/api/ip",
  });
  expect(curlLines(overIpv6, 'https://site.example/').http).toContain(' http://[2001:db8::7]:1080 ');
});

it.each([
  ['  PX_ab ', 'px_ab'],
  ['isp2345', 'isp2345'],
  ['localhost:1080:ispabcdefghijkmn:aB3aB3aB3aB3aB3aB3aB3aB3', 'ispabcdefghijkmn'],
  ['socks5://ispabcdefghijkmn:aB3aB3aB3aB3aB3aB3aB3aB3@localhost:1080', 'ispabcdefghijkmn'],
  ['px_abcdefghijkmnpqr,localhost,1080,ispabcdefghijkmn,aB3', 'px_abcdefghijkmnpqr'],
  ['', ''],
])('searching %j looks for %j', (typed, term) => expect(searchTerm(typed)).toBe(term));
