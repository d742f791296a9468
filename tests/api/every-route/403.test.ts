/** 403 on every route (specification section 5, rules 6 and 7; decision 12). */
import { describe, expect, test } from 'vitest';
import { setResellerMode } from '#server/plugins/accounts/port.ts';
import { operations } from '#server/rest/contract.ts';
import { type ApiRequest, call, refused } from '#tests/harness/client.ts';
import { newReseller } from '#tests/harness/reseller.ts';
import { sharedSite } from '#tests/harness/site.ts';

const site = sharedSite();

describe.each(operations)('$method $path', ({ method, path }) => {
  const ask = (headers: NonNullable<ApiRequest['headers']>) => call(site(), { method, path, headers });
  const passed = method === 'POST' ? 415 : 200;

  test('not_reseller: an account without reseller mode', async () => {
    const { auth } = await newReseller(site(), { resellerMode: false });
    refused(await ask(auth), 403, 'not_reseller');
  });

  test('not_reseller from the moment at which reseller mode is removed, and no longer when it is given back', async () => {
    const { auth, accountId } = await newReseller(site());
    expect((await ask(auth)).status).toBe(passed);
    await setResellerMode(site().services.db, accountId, false);
    refused(await ask(auth), 403, 'not_reseller');
    await setResellerMode(site().services.db, accountId, true);
    expect((await ask(auth)).status).toBe(passed);
  });

  test.each([
    ['Origin', { Origin: 'https://example.com' }],
    ['a null Origin', { Origin: 'null' }],
    ['its own Origin', { Origin: 'http://127.0.0.1' }],
    ['Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['Sec-Fetch-Site of an address typed in', { 'Sec-Fetch-Site': 'none' }],
  ])('browser_not_allowed: %s', async (_, headers) => {
    const { auth } = await newReseller(site());
    refused(await ask({ ...auth, ...headers }), 403, 'browser_not_allowed');
  });

  test('browser_not_allowed is told before the key is judged', async () => {
    refused(await ask({ Origin: 'https://example.com' }), 403, 'browser_not_allowed');
    refused(await ask({ Origin: 'https://example.com', Authorization: 'Bearer nonsense' }), 403, 'browser_not_allowed');
  });

  test('Sec-Fetch-Mode alone is no browser: server-side fetch libraries send it', async () => {
    const { auth } = await newReseller(site());
    expect((await ask({ ...auth, 'Sec-Fetch-Mode': 'cors' })).status).toBe(passed);
  });
});
