/** The credential in `Proxy-Authorization: Basic …` (RFC 7617). */
import type { Field } from './http-head.ts';

const BASIC = /^basic +([a-z0-9+/]+={0,2})$/i;

/** @returns null where there is none, several, another scheme, or one that cannot be read. */
export function readBasicCredential(fields: readonly Field[]): { username: string; password: string } | null {
  const given = fields.filter((field) => field.name === 'proxy-authorization');
  const encoded = given.length === 1 && given[0] ? BASIC.exec(given[0].value)?.[1] : undefined;
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
