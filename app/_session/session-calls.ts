/** What the browser asks of next-auth: sign-in and sign-out. */

export type SignInAnswer =
  | { outcome: 'signed_in' }
  | { outcome: 'wrong' }
  /** The password is right, and the account has a second factor. */
  | { outcome: 'code_needed' }
  | { outcome: 'code_wrong' }
  /** Support has locked the account. */
  | { outcome: 'locked' }
  | { outcome: 'wait'; seconds: number }
  | { outcome: 'unavailable' };

/** next-auth wants the token of its own cookie back with each form. */
async function csrfToken(): Promise<string> {
  const response = await fetch('/api/auth/csrf');
  const { csrfToken: token } = (await response.json()) as { csrfToken: string };
  return token;
}

/** Posts to next-auth. @returns the address that it would send the browser to, which is where it tells of errors. */
async function post(route: string, fields: Record<string, string>): Promise<URL> {
  const body = new URLSearchParams({ ...fields, csrfToken: await csrfToken(), callbackUrl: '/', json: 'true' });
  const response = await fetch(`/api/auth/${route}`, { method: 'POST', body });
  const { url } = (await response.json()) as { url: string };
  return new URL(url, window.location.origin);
}

/** Signs in; the answer is never an exception. @param code of the second factor, empty in the first step. */
export async function signIn(email: string, password: string, code = ''): Promise<SignInAnswer> {
  try {
    const fields = { email, password, ...(code === '' ? {} : { code }) };
    return signInAnswer((await post('callback/credentials', fields)).searchParams);
  } catch {
    return { outcome: 'unavailable' };
  }
}

/** Reads the parameters of the address that next-auth answers a sign-in with. */
export function signInAnswer(parameters: URLSearchParams): SignInAnswer {
  const error = parameters.get('error');
  if (error === 'CredentialsSignin') return { outcome: 'wrong' };
  if (error === 'code_needed' || error === 'code_wrong' || error === 'locked') return { outcome: error };
  const seconds = /^wait (\d+)$/.exec(error ?? '')?.[1];
  if (seconds) return { outcome: 'wait', seconds: Number(seconds) };
  return error !== null || parameters.has('csrf') ? { outcome: 'unavailable' } : { outcome: 'signed_in' };
}

/** Signs out of this browser and shows the landing page. A whole new page, so that nothing of the account stays in memory. */
export async function signOut(): Promise<void> {
  await post('signout', {});
  window.location.assign('/');
}
