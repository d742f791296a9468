/** The guide to a credential names what the entry point really answers. */
import { expect, it } from 'vitest';
import { refusals } from '#server/kernel/refusals.ts';
import { credentialGuide } from './credential-guide.ts';

const guide = credentialGuide('https://site.example', { host: 'entry.example', port: 1080 });

it('has a line for each protocol, to the address that checks a proxy', () => {
  expect(guide.lines.map(({ code }) => code)).toEqual([
    "curl --socks5-hostname entry.example:1080 \\\n  --proxy-user 'USERNAME:PASSWORD' \\\n  https://site.example/api/ip",
    "curl -x http://entry.example:1080 \\\n  --proxy-user 'USERNAME:PASSWORD' \\\n  https://site.example/api/ip",
  ]);
});

it('lists every refusal with what either protocol says', () => {
  expect(guide.refusals).toHaveLength(Object.keys(refusals).length);
  expect(guide.refusals).toContainEqual({ meaning: refusals.connection_refused.text, socks5: '5', http: '502' });
  expect(guide.refusals).toContainEqual({ meaning: refusals.not_authenticated.text, socks5: 'login refused', http: '407' });
});
