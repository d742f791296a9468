/** An account holder who has signed in over HTTP, and calls procedures as the pages do. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AccountId } from '#server/kernel/ids.ts';
import { cents } from '#server/kernel/money.ts';
import { createAccount, hashPassword } from '#server/plugins/accounts/port.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import type { Reseller } from './reseller.ts';
import type { Site } from './site.ts';
import type { Login } from './socks5.ts';

/** What somebody signs in with; `code` where the account has a second factor. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

/** What a procedure answered: `data`, or the code and the message of its refusal. */
export interface ProcedureAnswer {
  readonly status: number;
  readonly data?: unknown;
  readonly code?: string;
  readonly message?: string;
}

export interface Session extends Credentials {
  readonly accountId: AccountId;
  query(procedure: string, input?: unknown): Promise<ProcedureAnswer>;
  /** @param page headers that the page adds. */
  mutate(procedure: string, input?: unknown, page?: Record<string, string>): Promise<ProcedureAnswer>;
  /** Fetches a path of the site as the browser does; redirects are not followed. */
  get(path: string): Promise<Response>;
}

/** Opens an account with 100 euros and signs it in. */
export async function newSession(site: Site): Promise<Session> {
  const { services } = site;
  const account = { email: `${randomUUID()}@example.com`, password: 'correct horse battery staple' };
  const opened = await createAccount(services, { ...account, resellerMode: true });
  if (!opened) throw new Error('a random e-mail address is taken');
  await adjustBalance(services.db, opened.id, cents(10_000), 'Balance of a test');
  return signIn(site, opened.id, account);
}

/** Gives an account a password and signs it in. */
export async function sessionOf(site: Site, { accountId, email }: Pick<Reseller, 'accountId' | 'email'>): Promise<Session> {
  const password = 'correct horse battery staple';
  const data = { passwordHash: await hashPassword(password) };
  await site.services.db.prisma.account.update({ where: { id: accountId }, data });
  return signIn(site, accountId, { email, password });
}

/** What a sign-in comes to: the cookies of a session, or what the answer's address tells of. */
export async function trySignIn(
  { port }: Site,
  { email, password, code }: Credentials,
  userAgent = 'tests',
): Promise<{ cookies: string; refusal: string | null }> {
  const site = `http://127.0.0.1:${port}`;
  const csrf = await fetch(`${site}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await fetch(`${site}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { Cookie: cookiesOf(csrf), 'User-Agent': userAgent },
    body: new URLSearchParams({ email, password, ...(code ? { code } : {}), csrfToken, json: 'true' }),
  });
  const { url } = (await answer.json()) as { url: string };
  return { cookies: cookiesOf(answer), refusal: new URL(url).searchParams.get('error') };
}

/** Signs in to an account, from one more browser where it is signed in already. */
export async function signIn(site: Site, accountId: AccountId, account: Credentials, userAgent?: string): Promise<Session> {
  const { cookies, refusal } = await trySignIn(site, account, userAgent);
  expect(refusal).toBeNull();
  const headers = { Cookie: cookies, 'Content-Type': 'application/json' };
  const url = `http://127.0.0.1:${site.port}`;
  return {
    ...account,
    accountId,
    get: (path) => fetch(`${url}${path}`, { headers, redirect: 'manual' }),
    query: async (procedure, input) => {
      const question = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      return answerOf(await fetch(`${url}/api/trpc/${procedure}${question}`, { headers }));
    },
    mutate: async (procedure, input, page) => {
      const body = JSON.stringify(input);
      return answerOf(await fetch(`${url}/api/trpc/${procedure}`, { method: 'POST', headers: { ...headers, ...page }, body }));
    },
  };
}

/** Somebody who is not signed in. */
export function guest({ port }: Site): Pick<Session, 'mutate'> {
  return {
    mutate: async (procedure, input) => {
      const headers = { 'Content-Type': 'application/json' };
      const url = `http://127.0.0.1:${port}/api/trpc/${procedure}`;
      return answerOf(await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) }));
    },
  };
}

/** Resets a proxy as its page does. @returns the new credential. */
export async function resetProxy(session: Session, proxyId: string): Promise<Login> {
  const answer = await session.mutate('proxies.reset', { proxy_id: proxyId });
  expect(answer).toMatchObject({ status: 200 });
  return answer.data as Login;
}

/** What the next request has to send. */
function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function answerOf(answer: Response): Promise<ProcedureAnswer> {
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { result, error } = (await answer.json()) as {
    result?: { data: unknown };
    error?: { message: string; data: { code: string } };
  };
  if (!error) return { status: answer.status, data: result?.data };
  return { status: answer.status, code: error.data.code, message: error.message };
}
