/** An account holder who has signed in over HTTP, and calls procedures as the pages do. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AccountId } from '#server/kernel/ids.ts';
import { cents } from '#server/kernel/money.ts';
import { createAccount, hashPassword } from '#server/plugins/accounts/port.ts';
import { adjustBalance } from '#server/plugins/billing/port.ts';
import type { Reseller } from './reseller.ts';
import type { Site } from './site.ts';

/** What a procedure answered: `data`, or the code and the message of its refusal. */
export interface ProcedureAnswer {
  readonly status: number;
  readonly data?: unknown;
  readonly code?: string;
  readonly message?: string;
}

export interface Session {
  readonly accountId: AccountId;
  query(procedure: string, input?: unknown): Promise<ProcedureAnswer>;
  mutate(procedure: string, input?: unknown): Promise<ProcedureAnswer>;
}

const PASSWORD = 'correct horse battery staple';

/** Opens an account with 100 euros and signs it in. */
export async function newSession(site: Site): Promise<Session> {
  const email = `${randomUUID()}@example.com`;
  const opened = await createAccount(site.services, { email, password: PASSWORD, resellerMode: true });
  if (!opened) throw new Error('a random e-mail address is taken');
  await adjustBalance(site.services.db, opened.id, cents(10_000), 'Balance of a test');
  return sessionOf(site, opened.id, email);
}

/** Gives a reseller's account a password and signs it in. */
export async function signIn(site: Site, { accountId, email }: Reseller): Promise<Session> {
  const passwordHash = await hashPassword(PASSWORD);
  await site.services.db.prisma.account.update({ where: { id: accountId }, data: { passwordHash } });
  return sessionOf(site, accountId, email);
}

/** The data of an answer. @throws AssertionError where it was a refusal. */
export function dataOf(answer: ProcedureAnswer): unknown {
  expect(answer).toMatchObject({ status: 200 });
  return answer.data;
}

async function sessionOf({ port }: Site, accountId: AccountId, email: string): Promise<Session> {
  const site = `http://127.0.0.1:${port}`;
  const csrf = await fetch(`${site}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const signedIn = await fetch(`${site}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { Cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ email, password: PASSWORD, csrfToken, json: 'true' }),
  });
  expect(signedIn.status).toBe(200);
  const headers = { Cookie: cookiesOf(signedIn), 'Content-Type': 'application/json' };
  return {
    accountId,
    query: async (procedure, input) => {
      const question = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      return answerOf(await fetch(`${site}/api/trpc/${procedure}${question}`, { headers }));
    },
    mutate: async (procedure, input) =>
      answerOf(await fetch(`${site}/api/trpc/${procedure}`, { method: 'POST', headers, body: JSON.stringify(input) })),
  };
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
