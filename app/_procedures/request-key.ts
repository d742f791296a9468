/** A fresh key by which a repeated request is known again: 128 random bits. `crypto.randomUUID` is there on https only. */
export function requestKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
