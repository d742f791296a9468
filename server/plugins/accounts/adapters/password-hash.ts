/** Password hashes: argon2id, by a native library. */
import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id: 19 MiB, two passes. (The package's enum of algorithms is erased at run time; 2 is argon2id.) */
const argon2id = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash under which a password is kept that somebody chose. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, argon2id);
}

/**
 * The argon2id hash of a password of at least 128 random bits, at a low cost: nobody guesses such a one, however cheap a try, and
 * thousands can be made at once.
 */
export function hashRandomPassword(password: string): Promise<string> {
  return hash(password, { ...argon2id, memoryCost: 64, timeCost: 1 });
}

/** Whether a password is the one that was hashed. */
export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
