/** The characters that methods and names of header fields are made of (RFC 9110, section 5.6.2). */

export const CR = 0x0d;
export const LF = 0x0a;

const TOKEN = new Uint8Array(256);
for (const character of "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") {
  TOKEN[character.charCodeAt(0)] = 1;
}

/** Whether a byte may be part of a token. */
export function isTokenByte(byte: number): boolean {
  return TOKEN[byte] === 1;
}

/** Whether a byte has no place in a text: a control character other than the tab. */
export function isControlByte(byte: number): boolean {
  return (byte < 0x20 && byte !== 0x09) || byte === 0x7f;
}
