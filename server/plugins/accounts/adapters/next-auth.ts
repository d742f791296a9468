/**
 * Sessions in the browser, through next-auth: an encrypted cookie that names a session, which has to be there still.
 * Only Next's bundle loads this file.
 */

import { cookies, headers } from 'next/headers';
import type { AuthOptions } from 'next-auth';
import { decode } from 'next-auth/jwt';
import Credentials from 'next-auth/providers/credentials';
import { deriveKey, keyedHash, randomBase62 } from '#server/kernel/crypto.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { currentRequest } from '#server/kernel/request.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import { checkSignIn, endSession, ownerOfSession, type SessionOwner, startSession } from '../port.ts';
import { returnPath, SESSION_SECONDS } from '../rules.ts';
import { signInInput } from '../schema.ts';

declare module 'next-auth' {
  interface User {
    sessionId: string;
  }
}

/** Seconds for which a browser stays known to an account after signing in. */
const KNOWN_BROWSER_SECONDS = 180 * 24 * 60 * 60;

const isSecure = ({ env }: Services) => env.SITE_URL.startsWith('https:');
const cookieOptions = (services: Services) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(services) }) as const;
const sessionCookie = (services: Services) => `${isSecure(services) ? '__Secure-' : ''}session`;
const browserCookie = (services: Services) => `${isSecure(services) ? '__Host-' : ''}known-browser`;

/**
 * next-auth's settings. A sign-in that fails is told to the form as `?error=` in the address that next-auth answers with:
 * `CredentialsSignin`, `wait <seconds>`, `code_needed`, `code_wrong`, `locked` or `unavailable`.
 */
export function authOptions(services: Services): AuthOptions {
  // next-auth takes its own address from here and from nowhere else; the custom server sets it too.
  process.env.NEXTAUTH_URL ??= services.env.SITE_URL;
  return {
    secret: services.secrets.session,
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    useSecureCookies: isSecure(services),
    cookies: { sessionToken: { name: sessionCookie(services), options: cookieOptions(services) } },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {} },
        async authorize(given) {
          try {
            return await authorize(services, given);
          } catch (error) {
            if (error instanceof SignInRefusal) throw error;
            // next-auth would put any other message into an address.
            services.log.error({ err: error, requestId: currentRequest()?.requestId }, 'sign-in failed');
            throw new SignInRefusal('unavailable');
          }
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sub: user.id, session: user.sessionId } : token),
      redirect: ({ url, baseUrl }) => baseUrl + returnPath(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.session === 'string') await endSession(services.db, Number(token.sub) as AccountId, token.session);
      },
    },
    logger: {
      error: (code, metadata) => services.log.error({ code, err: metadata instanceof Error ? metadata : undefined }, 'next-auth'),
      warn: (code) => services.log.warn({ code }, 'next-auth'),
      debug: () => {},
    },
  };
}

/** Its message goes into the address that next-auth answers with. */
class SignInRefusal extends Error {}

async function authorize(services: Services, given: Record<string, string> | undefined) {
  const parsed = signInInput.safeParse(given);
  if (!parsed.success) return null;
  const { email, password, code } = parsed.data;
  const jar = await cookies();
  const knownBrowser = knownBrowserOf(services, email, jar.get(browserCookie(services))?.value);
  const clientAddress = currentRequest()?.clientAddress;
  const result = await checkSignIn(services, { email, password, code, clientAddress, knownBrowser });
  if (result.outcome === 'wait') throw new SignInRefusal(`wait ${result.seconds}`);
  if (result.outcome === 'wrong') return null;
  if (result.outcome !== 'signed_in') throw new SignInRefusal(result.outcome);
  const userAgent = (await headers()).get('user-agent') ?? '';
  const sessionId = await startSession(services, result.account, { userAgent, clientAddress });
  if (sessionId === null) return null;
  jar.set(browserCookie(services), browserMark(services, email, knownBrowser ?? randomBase62(22)), {
    ...cookieOptions(services),
    maxAge: KNOWN_BROWSER_SECONDS,
  });
  return { id: String(result.account.id), sessionId };
}

/** A browser's random id, signed for one account, so that nobody marks a browser as known but a sign-in. */
function browserMark({ secrets }: Services, email: string, id: string): string {
  const key = deriveKey(Buffer.from(secrets.session), 'known browsers');
  return `${id}.${keyedHash(key, `${id} ${email}`).toString('base64url')}`;
}

function knownBrowserOf(services: Services, email: string, mark: string | undefined): string | undefined {
  const id = mark?.split('.')[0];
  return id && browserMark(services, email, id) === mark ? id : undefined;
}

/**
 * Who is signed in in the browser that sent the request at hand, or null; where somebody of support looks at an account, that account with
 * its viewer. Read afresh from the database each time: a session that was ended is over at once, and reseller mode and role are those of now.
 */
export async function principalOfSession(services: Services): Promise<Principal | null> {
  const cookie = (await cookies()).get(sessionCookie(services))?.value;
  if (!cookie) return null;
  const token = await decode({ token: cookie, secret: services.secrets.session }).catch(() => null);
  if (typeof token?.session !== 'string') return null;
  const owner = await ownerOfSession(services, token.session, currentRequest()?.clientAddress ?? 'unknown');
  if (!owner) return null;
  const signedIn = { ...holderOf(owner), sessionId: token.session };
  const { looks_at: seen, looks_until: until } = owner;
  return seen && until ? { ...holderOf(seen), viewer: { ...signedIn, until } } : signedIn;
}

function holderOf(account: Omit<SessionOwner, 'looks_at' | 'looks_until'>): Principal {
  const { id, email, role, reseller_mode: resellerMode, language, email_confirmed: emailConfirmed } = account;
  return { accountId: id, email, role, resellerMode, via: 'session', language, emailConfirmed };
}
