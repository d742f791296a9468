/** Secrets and randomness: random text, keyed hashes, and passwords encrypted at rest. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE32 = 'abcdefghijkmnpqrstuvwxyz23456789';

/** `length` random characters of 0-9A-Za-z: 5.95 bits each, so 22 hold 130 bits and 30 hold 178. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length + 8)) {
      // Bytes from 248 on would make the first characters likelier than the others.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** `length` random characters that people do not mistake for one another (no 0, 1, l, o): 5 bits each. */
export function randomReadable(length: number): string {
  let text = '';
  for (const byte of randomBytes(length)) text += BASE32[byte % 32];
  return text;
}

const keyObjects = new WeakMap<Buffer, KeyObject>();

/** Node makes a key object out of bytes at every call, which costs several times the hash itself: made once instead. */
function keyObjectOf(key: Buffer): KeyObject {
  const known = keyObjects.get(key);
  if (known) return known;
  const made = createSecretKey(key);
  keyObjects.set(key, made);
  return made;
}

/** HMAC-SHA256. */
export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', keyObjectOf(key)).update(text).digest();
}

/** SHA-256: what is kept of a secret with so much chance in it that nobody tries them all. */
export function fingerprint(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** A key for one purpose, derived from a secret that also serves others. */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

/** Encrypts short texts at rest, each bound to the thing that it belongs to. */
export interface Vault {
  /** Names the key, so that texts sealed under an older one can be told apart. */
  readonly keyId: string;
  seal(text: string, boundTo: string): Buffer;
  /** @throws Error where the key, the binding or the ciphertext is not the one it was sealed with. */
  open(sealed: Uint8Array, boundTo: string): string;
}

/** AES-256-GCM under a 32-byte key: 12 bytes nonce, ciphertext, 16 bytes tag; `boundTo` is authenticated with it. */
export function createVault(key: Buffer): Vault {
  return {
    keyId: createHash('sha256').update(key).digest('hex').slice(0, 8),
    seal(text, boundTo) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyObjectOf(key), nonce).setAAD(Buffer.from(boundTo));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, boundTo) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key), bytes.subarray(0, 12)).setAAD(Buffer.from(boundTo));
      decipher.setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
