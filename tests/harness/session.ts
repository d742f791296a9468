/** A browser's session without the browser: signed in over HTTP, it calls procedures as the pages do. */
import { expect } from 'vitest';
import { createAccount } from '#server/plugins/accounts/port.ts';
import type { Reseller } from './reseller.ts';
import type { Site } from './site.ts';

const PASSWORD = 'a password of a test account';

export interface Session {
  /** Calls a procedure that changes something. @returns its data. @throws AssertionError where it is refused. */
  mutate(procedure: string, input: object): Promise<unknown>;
}

/** Gives a reseller's account a password and signs in with it. */
export async function signIn(site: Site, { accountId, email }: Reseller): Promise<Session> {
  const { db } = site.services;
  const other = await createAccount(site.services, { email: `hash-of-${email}`, password: PASSWORD });
  const { passwordHash } = await db.prisma.account.findUniqueOrThrow({ where: { id: other?.id ?? 0 } });
  await db.prisma.account.update({ where: { id: accountId }, data: { passwordHash } });

  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { ...init.headers, Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
    const answer = await fetch(`http://localhost:${site.port}${path}`, { ...init, headers, redirect: 'manual' });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const { csrfToken } = (await (await ask('/api/auth/csrf')).json()) as { csrfToken: string };
  const form = new URLSearchParams({ csrfToken, email, password: PASSWORD, callbackUrl: '/', json: 'true' });
  await ask('/api/auth/callback/credentials', { method: 'POST', body: form });
  expect([...cookies.keys()].join()).toContain('session');
  return {
    async mutate(procedure, input) {
      const answer = await ask(`/api/trpc/${procedure}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
      });
      const { result } = (await answer.json()) as { result?: { data: unknown } };
      expect(answer.status, procedure).toBe(200);
      return result?.data;
    },
  };
}
