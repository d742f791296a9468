/** 401 on every route (specification section 5; decisions 7, 10 and 11). */
import { describe, expect, test } from 'vitest';
import { issueKey, newApiKey } from '#server/plugins/reseller/port.ts';
import { operations } from '#server/rest/contract.ts';
import { type ApiRequest, call, refused } from '#tests/harness/client.ts';
import { newReseller, type Reseller, withTypo } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

describe.each(operations)('$method $path', ({ method, path }) => {
  const ask = (headers: NonNullable<ApiRequest['headers']>) => call(site(), { method, path, headers });
  /** With a good key a request gets as far as its own checks; it may still be refused there. */
  const passes = async (headers: NonNullable<ApiRequest['headers']>) =>
    expect((await ask(headers)).status).toBe(method === 'POST' ? 415 : 200);

  describe('missing_key', () => {
    test.each([
      ['no header at all', {}],
      ['an empty Authorization', { Authorization: '' }],
      ['a scheme without a key', { Authorization: 'Bearer' }],
      ['a scheme and blanks', { Authorization: 'Bearer    ' }],
      ['an empty X-API-Key', { 'X-API-Key': '' }],
      ['both empty', { Authorization: 'Bearer ', 'X-API-Key': '' }],
      ['another scheme', { Authorization: 'Basic dXNlcjpwYXNz' }],
      ['another scheme with parameters', { Authorization: 'Digest username="a", realm="b"' }],
      ['a scheme that begins like Bearer', { Authorization: 'Bearerx abc' }],
      ['another scheme and an empty X-API-Key', { Authorization: 'Basic dXNlcjpwYXNz', 'X-API-Key': ' ' }],
    ])('%s', async (_, headers) => {
      const answer = await ask(headers);
      refused(answer, 401, 'missing_key');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    });
  });

  describe('invalid_key', () => {
    const bad = async (headers: NonNullable<ApiRequest['headers']>) => {
      const answer = await ask(headers);
      refused(answer, 401, 'invalid_key');
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    };

    test.each([
      ['a word', 'nonsense'],
      ['a key of the right form that no account has', newApiKey()],
      ['a key with a typo', `${newApiKey().slice(0, -1)}!`],
      ['a very long one', 'x'.repeat(8_000)],
      ['SQL', `' OR 1=1 --`],
    ])('%s', (_, key) => bad({ Authorization: `Bearer ${key}` }));

    test('a key in another case', async () => {
      const { apiKey } = await newReseller(site());
      await bad({ Authorization: `Bearer ${apiKey.toUpperCase()}` });
    });

    test('a key with one character changed', async () => {
      const { apiKey } = await newReseller(site());
      await bad({ Authorization: `Bearer ${withTypo(apiKey)}` });
    });

    test('a key with another behind it', async () => {
      const { apiKey } = await newReseller(site());
      await bad({ Authorization: `Bearer ${apiKey} ${apiKey}` });
      await bad({ Authorization: `Bearer ${apiKey},${apiKey}` });
    });

    test('two different keys, each good by itself', async () => {
      const [one, other] = [await newReseller(site()), await newReseller(site())];
      await bad({ ...one.auth, 'X-API-Key': other.apiKey });
      await bad({ ...one.auth, 'X-API-Key': 'nonsense' });
      await bad({ Authorization: 'Bearer nonsense', 'X-API-Key': one.apiKey });
      await bad({ Authorization: [`Bearer ${one.apiKey}`, `Bearer ${other.apiKey}`] });
      await bad({ 'X-API-Key': [one.apiKey, other.apiKey] });
    });

    test('a replaced key, on the very next request', async () => {
      const reseller = await newReseller(site());
      await passes(reseller.auth);
      const { apiKey } = await issueKey(site().services, reseller.accountId);
      await bad(reseller.auth);
      await passes({ Authorization: `Bearer ${apiKey}` });
    });

    test('a revoked key, on the very next request', async () => {
      const reseller = await newReseller(site());
      await passes(reseller.auth);
      await revoke(reseller);
      await bad(reseller.auth);
    });
  });

  describe('accepted', () => {
    test.each([
      ['Authorization', (key: string) => ({ Authorization: `Bearer ${key}` })],
      ['X-API-Key', (key: string) => ({ 'X-API-Key': key })],
      ['both with the same key', (key: string) => ({ Authorization: `Bearer ${key}`, 'X-API-Key': key })],
      ['the scheme in another case', (key: string) => ({ Authorization: `bEARER ${key}` })],
      ['several blanks after the scheme', (key: string) => ({ Authorization: `Bearer   ${key}` })],
      ['X-API-Key beside another scheme', (key: string) => ({ Authorization: 'Basic dXNlcjpwYXNz', 'X-API-Key': key })],
      ['X-API-Key beside an empty Authorization', (key: string) => ({ Authorization: '', 'X-API-Key': key })],
      ['Authorization beside an empty X-API-Key', (key: string) => ({ Authorization: `Bearer ${key}`, 'X-API-Key': '' })],
      ['the same header twice, with the same key', (key: string) => ({ Authorization: [`Bearer ${key}`, `Bearer ${key}`] })],
    ])('%s', async (_, headers) => {
      const { apiKey } = await newReseller(site());
      await passes(headers(apiKey));
    });
  });
});

async function revoke({ accountId }: Reseller): Promise<void> {
  await site().services.db.prisma.apiKey.delete({ where: { accountId } });
}
