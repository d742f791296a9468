/** The door's rules: patience with wrong passwords, and no way off the site. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWithOneMore, type Patience, returnPath, secondsToWait, signInPatience } from './rules.ts';

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
