/** The security headers of pages, where the site is https and where it is developed. */
import { expect, it } from 'vitest';
import { pageHeaders } from './page-headers.ts';

const headers = (site: Partial<Parameters<typeof pageHeaders>[0]>) =>
  pageHeaders({ nonce: 'abc', https: false, development: false, path: '/', ...site });

it('lets run and style only what carries the nonce of this answer', () => {
  const policy = headers({})['Content-Security-Policy'].split('; ');
  expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic'");
  expect(policy).toContain("style-src-elem 'self' 'nonce-abc'");
  expect(policy).toContain("frame-ancestors 'none'");
});

it('insists on https only where the site is served over it', () => {
  expect(headers({})).not.toHaveProperty('Strict-Transport-Security');
  expect(headers({ https: true })).toHaveProperty('Strict-Transport-Security');
  expect(headers({ https: true })['Content-Security-Policy']).toContain('upgrade-insecure-requests');
});

it('lets code be evaluated in development alone', () => {
  expect(headers({})['Content-Security-Policy']).not.toContain('unsafe-eval');
  expect(headers({ development: true })['Content-Security-Policy']).toContain("'unsafe-eval'");
});

it('lets no address that is a secret get around', () => {
  expect(headers({ path: '/b/abc' })).toMatchObject({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' });
  expect(headers({ path: '/client' })).not.toHaveProperty('X-Robots-Tag');
});
