/** Calls of curl as they are pasted into a shell. */
import { expect, it } from 'vitest';
import { curlLines } from './curl.ts';

const proxy = { host: 'entry.example', port: 1080, username: 'isp7', password: 'Abc' };

it('names the entry point, the credential and what to fetch', () => {
  expect(curlLines(proxy, 'https://site.example/api/ip')).toEqual({
    socks5: "curl --socks5-hostname entry.example:1080 \\\n  --proxy-user 'isp7:Abc' \\\n  https://site.example/api/ip",
    http: "curl -x http://entry.example:1080 \\\n  --proxy-user 'isp7:Abc' \\\n  https://site.example/api/ip",
  });
});

it.each(['2001:db8::7', '[2001:db8::7]'])('puts %s into brackets', (host) => {
  expect(curlLines({ ...proxy, host }, 'https://site.example/').http).toContain(' http://[2001:db8::7]:1080 ');
});
