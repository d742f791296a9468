/** Requests that a signed-in browser was made to send by another site are refused. */
import { describe, expect, it } from 'vitest';
import { isFromThisSite, isJson } from './same-origin.ts';

const from = (headers: Record<string, string>) => isFromThisSite(new Headers({ host: 'site.example', ...headers }));

describe('a request is from this site', () => {
  it('where the browser says so', () => expect(from({ 'sec-fetch-site': 'same-origin' })).toBe(true));

  it('where an older browser names this host as its origin', () => expect(from({ origin: 'https://site.example' })).toBe(true));

  it('where no browser sent it', () => expect(from({})).toBe(true));

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    // An address typed in or a link in a mail: a procedure is never meant.
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://site.example' },
    { origin: 'https://evil.example' },
    { origin: 'https://site.example:8443' },
    { origin: 'null' },
  ])('never with %o', (headers) => expect(from(headers)).toBe(false));
});

describe('a body is JSON', () => {
  it.each(['application/json', 'Application/JSON; charset=utf-8'])('as %s', (type) => {
    expect(isJson(new Headers({ 'content-type': type }))).toBe(true);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=application/json'])(
    'not as %s',
    (type) => {
      expect(isJson(new Headers({ 'content-type': type }))).toBe(false);
    },
  );
});
