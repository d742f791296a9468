/** The check of a password at the entry point. */
import { timingSafeEqual } from 'node:crypto';
import { passwordHash } from '#server/kernel/gateway-key.ts';
import type { Credential } from './credential.ts';

/** Stands in for a credential that nobody has; as long as a delivered username, and no password has this hash. */
const nobody = { username: 'isp-------------', passwordHash: Buffer.alloc(32) };

/**
 * Whether the password is the credential's. It takes as long for an unknown username (`undefined`, which no password fits) as for
 * a wrong password, and tells nothing of how much of it was right.
 */
export function verifyPassword(key: Buffer, credential: Credential | undefined, password: string): boolean {
  const expected = credential ?? nobody;
  return timingSafeEqual(passwordHash(key, expected.username, password), expected.passwordHash) && credential !== undefined;
}
