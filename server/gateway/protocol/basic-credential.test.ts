import { describe, expect, it } from 'vitest';
import type { Refusal } from '#server/kernel/refusals.ts';
import { AUTHORIZATION, basic, head, talk } from '#tests/harness/proxy-request.ts';

const refusedFor = (reason: Refusal) => [{ step: 'refuse', reason }];

describe('the credential', () => {
  const given = (...fields: string[]) => talk(head('CONNECT a:1 HTTP/1.1', ...fields)).steps[0];

  it.each([
    ['plain', basic('me:pwd'), 'me', 'pwd'],
    ['a colon in the password', basic('me:p:w:d'), 'me', 'p:w:d'],
    ['an empty username', basic(':pwd'), '', 'pwd'],
    ['an empty password', basic('me:'), 'me', ''],
    ['UTF-8', basic('mé:pẃd'), 'mé', 'pẃd'],
    ['no padding', basic('me:pwde').replace(/=+$/, ''), 'me', 'pwde'],
    ['what is not UTF-8', Buffer.from([0x61, 0x3a, 0xff]).toString('base64'), 'a', '\ufffd'],
  ])('is read: %s', (_, encoded, username, password) => {
    expect(given(`Proxy-Authorization: Basic ${encoded}`)).toEqual({ step: 'authenticate', username, password });
  });

  it.each([`proxy-authorization: basic ${basic('me:pwd')}`, `PROXY-AUTHORIZATION:BASIC   ${basic('me:pwd')}  `])(
    'is read in any case: %s',
    (field) => {
      expect(given(field)).toEqual({ step: 'authenticate', username: 'me', password: 'pwd' });
    },
  );

  it.each([
    ['none', []],
    ['one for the target', [`Authorization: Basic ${basic('me:pwd')}`]],
    ['another scheme', ['Proxy-Authorization: Bearer abc']],
    ['a scheme alone', ['Proxy-Authorization: Basic']],
    ['an empty one', ['Proxy-Authorization:']],
    ['without a scheme', [`Proxy-Authorization: ${basic('me:pwd')}`]],
    ['without a colon', [`Proxy-Authorization: Basic ${basic('mepwd')}`]],
    ['not in base64', ['Proxy-Authorization: Basic me:pwd']],
    ['in base64 for URLs', ['Proxy-Authorization: Basic bWU6_-8=']],
    ['padded within', ['Proxy-Authorization: Basic bWU6=cHdk']],
    ['with something behind it', [`Proxy-Authorization: Basic ${basic('me:pwd')} x`]],
    ['twice', [AUTHORIZATION, AUTHORIZATION]],
    ['in a list', [`${AUTHORIZATION}, Basic ${basic('a:b')}`]],
  ])('is asked for with 407: %s', (_, fields) => {
    const { steps, toClient } = talk(head('CONNECT a:1 HTTP/1.1', ...fields));
    expect(steps).toEqual(refusedFor('not_authenticated'));
    expect(toClient).toMatch(/^HTTP\/1\.1 407 Proxy Authentication Required\r\n/);
    expect(toClient).toContain('\r\nProxy-Authenticate: Basic realm="proxy", charset="UTF-8"\r\n');
  });

  it('that is wrong is answered exactly as one that is missing', () => {
    const wrong = talk(head('CONNECT a:1 HTTP/1.1', AUTHORIZATION), { valid: false });
    expect(wrong.steps.map(({ step }) => step)).toEqual(['authenticate', 'refuse']);
    expect(wrong.toClient).toBe(talk(head('CONNECT a:1 HTTP/1.1')).toClient);
  });
});
