/** How a proxy is written down: what programs split, and what is pasted into a shell. */
import { expect, it } from 'vitest';
import { accessString, curlLines } from './rules.ts';

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
