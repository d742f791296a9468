/**
 * Secrets stay where they belong: marked keys, passwords and cookies are sent down every error path, and then neither the logs nor any
 * answer nor the database may hold one of them (issue: «a test plants canaries, drives every error path and greps»).
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomBase62 } from '#server/kernel/crypto.ts';
import * as accounts from '#server/plugins/accounts/port.ts';
import { issueKey } from '#server/plugins/reseller/port.ts';
import { operations } from '#server/rest/contract.ts';
import { type ApiRequest, send, sendBytes } from '#tests/harness/client.ts';
import { type DatabaseLine, openDatabaseLine } from '#tests/harness/database-line.ts';
import { BASE, created, newKey, newReseller, type Reseller, replayed } from '#tests/harness/reseller.ts';
import { type OwnSite, startSite } from '#tests/harness/site.ts';

const canary = (what: string) => `canary-${what}-${randomBytes(8).toString('hex')}`;
const badKey = canary('key');
const cookie = canary('cookie');
const password = canary('password');
const wrongPassword = canary('wrong-password');
const inBody = canary('body');
/** An address that is a secret itself: its own page may repeat it. */
const linkToken = randomBase62(30);

let site: OwnSite;
let line: DatabaseLine;
let reseller: Reseller;
/** What must never be seen again, by what it is. */
const secrets = new Map<string, string>([
  ['a bad key', badKey],
  ['a cookie', cookie],
  ['a password', password],
  ['a wrong password', wrongPassword],
]);
/** Every answer that is not meant to hold a credential. */
const answers: string[] = [];

beforeAll(async () => {
  site = await startSite({
    stock: 20,
    env: { LOG_LEVEL: 'debug' },
    route: async (url) => {
      line = await openDatabaseLine(url);
      return line.url;
    },
  });
  reseller = await newReseller(site);
  secrets.set('a replaced key', reseller.apiKey);
  const { apiKey } = await issueKey(site.services, reseller.accountId);
  secrets.set('a valid key', apiKey);
  reseller = { ...reseller, apiKey, auth: { Authorization: `Bearer ${apiKey}` } };
  for (const name of ['SESSION_SECRET', 'API_KEY_PEPPER', 'CREDENTIALS_KEY']) secrets.set(name, String(site.env[name]));
});

afterAll(async () => {
  await site?.server.stop();
  await site?.services.db.close();
  await line?.close();
});

const cookies = `session=${cookie}; __Secure-session=${cookie}; next-auth.session-token=${cookie}; known-browser=${cookie}`;

async function ask(request: ApiRequest): Promise<string> {
  const { status, headers, text } = await send(site, { ...request, headers: { Cookie: cookies, ...request.headers } });
  const answer = `${status} ${JSON.stringify(headers)} ${text}`;
  answers.push(answer);
  return answer;
}

/** Requests to the API with every kind of credential, right and wrong in every way. */
async function driveTheApi(): Promise<void> {
  const keys = [
    reseller.auth,
    { Authorization: `Bearer ${secrets.get('a replaced key')}` },
    { 'X-API-Key': badKey },
    { Authorization: `Basic ${badKey}` },
  ];
  for (const headers of keys) {
    for (const { method, path } of operations) {
      await ask({ method, path, headers });
      await ask({ method: 'DELETE', path, headers });
      await ask({ path: `${path}/${badKey}?api_key=${badKey}`, headers });
      await ask({ method, path, headers: { ...headers, Origin: `https://${badKey}.example` } });
    }
  }
  const json = { ...reseller.auth, 'Content-Type': 'application/json', 'Idempotency-Key': newKey() };
  for (const body of [
    `{"password":"${inBody}"`,
    `{"country":"${inBody}","qty":1}`,
    `{"country":"fr","qty":"${inBody}"}`,
    `"${inBody}"`,
  ]) {
    await ask({ method: 'POST', path: `${BASE}/buy`, headers: json, body });
  }
  await ask({ method: 'POST', path: `${BASE}/buy`, headers: { ...json, 'Idempotency-Key': `${inBody} ` }, body: '{}' });
  await ask({ method: 'POST', path: `${BASE}/buy`, headers: { ...json, 'Content-Type': inBody }, body: '{}' });
}

/** Signing in and up, and procedures of the pages, right and wrong. */
async function driveThePages(): Promise<void> {
  const origin = `http://localhost:${site.port}`;
  const own = { Origin: origin, Host: `localhost:${site.port}`, 'Sec-Fetch-Site': 'same-origin' };
  const csrf = await send(site, { path: '/api/auth/csrf' });
  const csrfToken = (JSON.parse(csrf.text || '{}') as { csrfToken?: string }).csrfToken ?? '';
  const csrfCookie = String(csrf.headers['set-cookie'] ?? '').split(';')[0];
  for (const [email, given] of [
    ['somebody@example.com', wrongPassword],
    ['nobody@example.com', password],
    ['', password],
    [password, password],
  ]) {
    const form = new URLSearchParams({ csrfToken, email: String(email), password: String(given), json: 'true' });
    const headers = { ...own, 'Content-Type': 'application/x-www-form-urlencoded', Cookie: `${csrfCookie}; ${cookies}` };
    await ask({ method: 'POST', path: '/api/auth/callback/credentials', headers, body: String(form) });
  }
  const bodies = [
    `{"email":"a@example.com","password":"${password}","more":`,
    JSON.stringify({ email: 'not an address', password }),
    `"${password}"`,
  ];
  for (const path of ['accounts.signUp', 'accounts.me', 'reseller.generate', 'resale.update', 'no.such.procedure']) {
    for (const body of bodies) {
      await ask({ method: 'POST', path: `/api/trpc/${path}`, headers: { ...own, 'Content-Type': 'application/json' }, body });
    }
  }
  await ask({ path: '/client/reseller' });
  await ask({ path: '/no/such/page' });
  for (const path of [`/b/${linkToken}`, `/b/${linkToken}/qr.svg?proxy=px_a`]) await send(site, { path });
  const body = JSON.stringify({ token: linkToken });
  await ask({ method: 'POST', path: '/api/trpc/resale.openLink', headers: { ...own, 'Content-Type': 'application/json' }, body });
}

test('every error path is driven', { timeout: 120_000 }, async () => {
  const email = 'somebody@example.com';
  await accounts.createAccount(site.services, { email, password });
  await driveTheApi();
  await driveThePages();

  // A purchase, its replay, and one that the database breaks in the middle.
  const key = newKey();
  const order = created(await reseller.buy(key, { country: 'fr', qty: 2 }, { headers: reseller.auth }));
  for (const [index, proxy] of order.proxies.entries()) secrets.set(`the password of proxy ${index}`, proxy.password);
  replayed(await reseller.buy(key, { country: 'fr', qty: 2 }, { headers: reseller.auth }));
  const run = (sql: string) => site.services.db.prisma.$executeRawUnsafe(sql);
  await run(
    `CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'row: %', row_to_json(NEW); END $$`,
  );
  for (const table of ['proxies', 'resale_entries', 'invoices']) {
    await run(`CREATE TRIGGER fault BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fault()`);
    const headers = { ...reseller.auth, 'Content-Type': 'application/json', 'Idempotency-Key': newKey() };
    const { status } = await send(site, { method: 'POST', path: `${BASE}/buy`, headers, body: '{"country":"fr","qty":1}' });
    expect(status).toBe(table === 'resale_entries' ? 201 : 500);
    await run(`DROP TRIGGER fault ON ${table}`);
  }

  // Everything again with the database away, and bytes that are no HTTP.
  line.cut();
  await driveTheApi();
  await driveThePages();
  line.mend();
  const bytes = `GET ${BASE}/balance HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${badKey}\r\nCookie: ${cookies}\r\nbroken ${password}\r\n\r\n`;
  answers.push(await sendBytes(site, bytes));

  expect(answers.length).toBeGreaterThan(120);
  for (const status of [400, 401, 403, 404, 405, 415, 500]) {
    expect(
      answers.some((answer) => answer.startsWith(`${status} `)),
      `an answer of status ${status}`,
    ).toBe(true);
  }
});

test('no answer gives a secret back', () => {
  for (const [what, secret] of secrets) {
    const telling = answers.filter((answer) => answer.includes(secret));
    expect({ what, telling }).toEqual({ what, telling: [] });
  }
});

test('no log line holds one', async () => {
  // Then all of them are there.
  await site.server.stop();
  expect(site.server.output()).toContain('an API request failed');
  for (const [what, secret] of [...secrets, ['a body', inBody], ['the token of a link', linkToken]] as const) {
    const telling = site.server
      .output()
      .split('\n')
      .filter((logged) => logged.includes(secret));
    expect({ what, telling }).toEqual({ what, telling: [] });
  }
});

test('the database holds none in clear', async () => {
  const { prisma } = site.services.db;
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) {
    const rows = await prisma.$queryRawUnsafe<{ row: string }[]>(`SELECT row_to_json(t)::text AS row FROM "${name}" t`);
    const whole = rows.map(({ row }) => row).join('\n');
    for (const [what, secret] of secrets) {
      const hex = Buffer.from(secret).toString('hex');
      expect({ name, what, found: whole.includes(secret) || whole.includes(hex) }).toEqual({ name, what, found: false });
    }
  }
});
