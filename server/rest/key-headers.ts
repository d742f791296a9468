/** Which API key a request carries (decision 10). */

/** A key, none at all, or several that contradict each other. */
export type GivenKey = { readonly key: string } | 'missing' | 'contradictory';

/**
 * Reads `Authorization: Bearer <key>` and `X-API-Key: <key>`. Another scheme beside X-API-Key is none of ours, and an empty value is a missing key.
 * Arguments are the headers' values, null where absent.
 */
export function givenKey(authorization: string | null, apiKey: string | null): GivenKey {
  const bearer = bearerToken(authorization);
  const plain = apiKey === null ? '' : once(apiKey);
  if (bearer !== '' && plain !== '' && bearer !== plain) return 'contradictory';
  const key = bearer || plain;
  return key === '' ? 'missing' : { key };
}

function bearerToken(authorization: string | null): string {
  if (authorization === null) return '';
  const [, token = ''] = /^bearer(?: +(.*))?$/i.exec(once(authorization)) ?? [];
  return token.trim();
}

/** The value of a header that was sent several times with the same value; otherwise what was sent, which then is no key. */
function once(value: string): string {
  if (!value.includes(',')) return value.trim();
  const parts = value.split(',').map((part) => part.trim());
  return parts.every((part) => part === parts[0]) ? (parts[0] as string) : value;
}
