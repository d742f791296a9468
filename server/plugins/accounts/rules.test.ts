/** The door's rules: patience with wrong passwords, and no way off the site. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeOf,
  countWithOneMore,
  deviceOf,
  inFours,
  type Patience,
  returnPath,
  secondsToWait,
  signInPatience,
} from './rules.ts';

const patience: Patience = { free: 3, firstWaitSeconds: 10, longestWaitSeconds: 60, forgottenAfterSeconds: 600 };
const start = new Date('2026-11-21T12:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

describe('patience', () => {
  it('admits the free tries at once', () => {
    for (const count of [0, 1, 2]) expect(secondsToWait({ count, lastAt: start }, patience, start)).toBe(0);
  });

  it('then asks for a wait that doubles up to its ceiling', () => {
    const waits = [3, 4, 5, 6, 7, 100].map((count) => secondsToWait({ count, lastAt: start }, patience, start));
    expect(waits).toEqual([10, 20, 40, 60, 60, 60]);
  });

  it('admits a try as soon as the wait is over, and counts the seconds down until then', () => {
    const tries = { count: 4, lastAt: start };
    expect([0, 7.5, 19.9, 20, 21].map((passed) => secondsToWait(tries, patience, later(passed)))).toEqual([20, 13, 1, 0, 0]);
  });

  it('forgets after a quiet time', () => {
    expect(countWithOneMore({ count: 50, lastAt: start }, patience, later(599))).toBe(51);
    expect(countWithOneMore({ count: 50, lastAt: start }, patience, later(600))).toBe(1);
    expect(secondsToWait({ count: 50, lastAt: start }, patience, later(600))).toBe(0);
  });

  it('never keeps anybody waiting for longer than its ceiling, whatever happened before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(signInPatience)), fc.nat(), fc.nat(10_000), (rule, count, passed) => {
        expect(secondsToWait({ count, lastAt: start }, rule, later(passed))).toBeLessThanOrEqual(rule.longestWaitSeconds);
      }),
    );
  });
});

describe('the page after signing in', () => {
  it.each(['/client', '/client/resale?page=2', '/docs#buy'])('may be %s', (path) => expect(returnPath(path)).toBe(path));

  it.each([
    undefined,
    '',
    'client',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/client/..//evil.example',
    'javascript:alert(1)',
  ])('is never %s', (path) => expect(returnPath(path)).toBe('/client'));

  it('stays on the site for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(new URL(returnPath(`/${text}`), 'https://site.example').origin).toBe('https://site.example');
      }),
    );
  });
});

describe('a code that somebody types', () => {
  it.each([
    ['123456', { kind: 'app', text: '123456' }],
    [' 123 456 ', { kind: 'app', text: '123456' }],
    ['ABCD-efgh-jkmn-pqrs', { kind: 'recovery', text: 'abcdefghjkmnpqrs' }],
    ['12345', null],
    ['1234567', null],
    ['', null],
  ])('%s', (typed, code) => expect(codeOf(typed)).toEqual(code));

  it('is shown in groups that it is read back from', () => {
    expect(inFours('abcdefghjkmnpqrs')).toBe('abcd-efgh-jkmn-pqrs');
    expect(codeOf(inFours('abcdefghjkmnpqrs'))?.text).toBe('abcdefghjkmnpqrs');
  });
});

describe('a device is told by its browser and its system', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 Edg/150.0',
      'Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/19.0 Safari/604.1',
      'Safari',
      'iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
    ['curl/8.5.0', null, null],
  ])('%s', (userAgent, browser, system) => expect(deviceOf(userAgent)).toEqual({ browser, system }));
});
