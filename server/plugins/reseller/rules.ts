/** The form of an API key: a readable prefix, 178 random bits, and a checksum that catches a typo (decision 11). */
import { crc32 } from 'node:zlib';

const PREFIX = 'isp_live_';
/** Random characters of base 62. */
export const KEY_RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

function checksum(body: string): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let value = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    text = digits[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}

/** The key around `random`, which is KEY_RANDOM_LENGTH characters of base 62. */
export function apiKeyOf(random: string): string {
  const body = PREFIX + random;
  return body + checksum(body);
}

const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${KEY_RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** False for what cannot be a key of this site, so that a typo never costs a query. */
export function looksLikeApiKey(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}
