/** What every page tells the browser to forbid, and what the site refuses from elsewhere. */
import { randomUUID } from 'node:crypto';
import { createScratchDatabase } from '#tests/harness/cluster.ts';
import { scratchEnv, startServer } from '#tests/harness/server.ts';
import { expect, test } from './site.ts';

const paths = ['/', '/sign-in', '/sign-up', '/docs', '/client', '/client/buy', '/client/reseller', '/client/resale', '/nowhere'];

test('every page has a policy with a nonce of its own, and may not be framed', async ({ page, newAccount, signInAs }) => {
  await signInAs(await newAccount());
  const nonces = new Set<string>();
  for (const path of paths) {
    const answer = await page.request.get(path);
    const headers = answer.headers();
    const policy = headers['content-security-policy'] ?? '';
    const nonce = /script-src 'self' 'nonce-([A-Za-z0-9+/=]{22,})' 'strict-dynamic'(?:;|$)/.exec(policy)?.[1];
    expect(nonce, path).toBeDefined();
    nonces.add(nonce ?? '');
    for (const rule of [
      "default-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "object-src 'none'",
    ]) {
      expect(policy.split('; '), path).toContain(rule);
    }
    expect(policy).not.toContain('unsafe-eval');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['cache-control']).toContain('no-store');
    expect(headers['x-powered-by']).toBeUndefined();
    // Plain http: a browser must not be told to insist on https.
    expect(headers['strict-transport-security']).toBeUndefined();
    // No script without the nonce.
    const scripts = (await answer.text()).match(/<script(?![^>]*nonce=)[^>]*>/g) ?? [];
    expect(scripts, path).toEqual([]);
  }
  expect(nonces.size).toBe(paths.length);
});

test('the session is a cookie out of reach of scripts and of other sites', async ({ context, newAccount, signInAs }) => {
  await signInAs(await newAccount());
  const session = (await context.cookies()).find(({ name }) => name === 'session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
});

test('under https, browsers insist on it and cookies are marked secure', async ({ site, playwright }) => {
  // On a database of its own: on that of the other tests it would do their work under other keys.
  const databaseUrl = await createScratchDatabase(site.maintenanceUrl, `https_${randomUUID().replaceAll('-', '')}`);
  const env = { ...scratchEnv(databaseUrl), SITE_URL: 'https://site.example' };
  const server = await startServer(env);
  const request = await playwright.request.newContext({ baseURL: server.url });
  try {
    const headers = (await request.get('/')).headers();
    expect(headers['strict-transport-security']).toBe('max-age=63072000');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    const cookies = (await request.get('/api/auth/csrf'))
      .headersArray()
      .filter(({ name }) => name.toLowerCase() === 'set-cookie');
    expect(cookies.length).toBeGreaterThan(0);
    for (const { value } of cookies) expect(value).toMatch(/^__(Host|Secure)-.*Secure/);
  } finally {
    await request.dispose();
    await server.stop();
  }
});

test('procedures answer the pages of this site alone', async ({ page, newAccount, signInAs, site }) => {
  await signInAs(await newAccount({ resellerMode: true }));
  const status = async (headers: Record<string, string>) =>
    (await page.request.post('/api/trpc/reseller.generate', { headers, data: '{}' })).status();
  const json = { 'content-type': 'application/json' };
  expect(await status({ ...json, 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await status({ ...json, 'sec-fetch-site': 'same-site' })).toBe(403);
  expect(await status({ ...json, origin: 'https://evil.example' })).toBe(403);
  expect(await status({ ...json, origin: 'null' })).toBe(403);
  expect(await status({ 'content-type': 'text/plain' })).toBe(415);
  expect(await status({ 'content-type': 'application/x-www-form-urlencoded' })).toBe(415);
  const read = await page.request.get('/api/trpc/billing.balance', { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(read.status()).toBe(403);
  expect(await status({ ...json, origin: site.url })).toBe(200);
});

test('of next-auth nothing is in reach but what the pages use', async ({ page }) => {
  for (const route of ['session', 'providers', 'verify-request']) {
    expect((await page.request.get(`/api/auth/${route}`)).status(), route).toBe(404);
  }
  expect((await page.request.post('/api/auth/_log', { data: { level: 'error', code: 'forged' } })).status()).toBe(404);
  // A sign-in needs the token that next-auth gave to this browser.
  const forged = await page.request.post('/api/auth/callback/credentials', {
    form: { email: 'a@example.com', password: 'b', json: 'true' },
  });
  expect(((await forged.json()) as { url: string }).url).toContain('csrf=true');
});
