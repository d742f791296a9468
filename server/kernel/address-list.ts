/** Reads exit addresses as people give them: addresses and CIDR blocks, IPv4 and IPv6, each once in one spelling. Pure. */
import ipaddr from 'ipaddr.js';

/** Addresses that one list takes, those of an IPv4 /16 or an IPv6 /112. */
export const MOST_ADDRESSES = 65_536;

/** What was read: each address once, as the site writes it, those that were given again, and what is no address, and why. */
export interface AddressList {
  readonly addresses: readonly string[];
  readonly repeated: readonly string[];
  readonly refused: readonly { readonly text: string; readonly reason: string }[];
}

const TOO_MANY = `That is more than ${MOST_ADDRESSES} addresses (an IPv4 /16, an IPv6 /112). Add them in smaller blocks.`;

/**
 * Reads addresses and CIDR blocks between commas, spaces or lines, in which # begins a comment. All addresses of a block are meant, its
 * first and its last too: as exits they are as good as any other. A list that is too long, what is repeated counted each time, is refused as a
 * whole.
 */
export function readAddressList(text: string): AddressList {
  const addresses = new Set<string>();
  const repeated = new Set<string>();
  const refused: { text: string; reason: string }[] = [];
  let count = 0;
  const tokens = text.replace(/#.*$/gm, '').split(/[\s,]+/);
  for (const token of tokens.filter((one) => one !== '')) {
    const read = addressesOf(token);
    if (typeof read === 'string') {
      refused.push({ text: token, reason: read });
      continue;
    }
    for (const address of read) {
      count += 1;
      // At once, and not behind the block: a short text can name the same large block again and again.
      if (count > MOST_ADDRESSES) return { addresses: [], repeated: [], refused: [{ text: token, reason: TOO_MANY }] };
      if (addresses.has(address)) repeated.add(address);
      addresses.add(address);
    }
  }
  return { addresses: [...addresses], repeated: [...repeated], refused };
}

/** One spelling for each address, so that two of them can be compared. */
export function canonical(address: string): string {
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.toRFC5952String() : parsed.toString();
}

/** Whether a text has the form of an address or of a block, right or wrong. */
export function looksLikeAddress(text: string): boolean {
  const address = text.replace(/\/\d+$/, '');
  return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
}

/** The block that a text names, `203.0.113.0/28` of any address in it; null where it names none. */
export function blockOf(text: string): string | null {
  return /\/\d{1,3}$/.test(text) && looksLikeAddress(text) && ipaddr.isValidCIDR(text)
    ? `${canonical(text.replace(/\/\d+$/, ''))}${/\/\d+$/.exec(text)?.[0] ?? ''}`
    : null;
}

/** The addresses that a word stands for, or why it stands for none. */
function addressesOf(token: string): Iterable<string> | string {
  const [text = '', prefixText, ...rest] = token.split('/');
  // An IPv6 zone names an interface of one machine, and other spellings of IPv4 (octal, fewer parts) are read in two ways.
  if (!looksLikeAddress(text) || text.includes('%') || rest.length > 0) return `"${token}" is not an address.`;
  const address = ipaddr.process(text);
  if (['unspecified', 'multicast', 'broadcast'].includes(address.range())) {
    return `"${token}" cannot be an exit address: it is ${address.range()}.`;
  }
  if (prefixText === undefined) return [canonical(text)];
  return block(token, address, /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : Number.NaN);
}

function block(token: string, first: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): Iterable<string> | string {
  const bytes = first.toByteArray();
  const hostBits = bytes.length * 8 - prefix;
  if (!(hostBits >= 0)) return `"${token}" is not a block: the prefix goes from 0 to ${bytes.length * 8}.`;
  const start = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
  const size = 1n << BigInt(hostBits);
  if (start % size !== 0n) {
    const meant = addressOf(start - (start % size), bytes.length);
    return `"${token}" is not a block: its first address would be ${meant}. Give ${meant}/${prefix}.`;
  }
  return size > BigInt(MOST_ADDRESSES) ? TOO_MANY : inBlock(start, size, bytes.length);
}

function* inBlock(start: bigint, size: bigint, byteLength: number): Iterable<string> {
  for (let offset = 0n; offset < size; offset += 1n) yield addressOf(start + offset, byteLength);
}

function addressOf(value: bigint, byteLength: number): string {
  const bytes = Array.from({ length: byteLength }, (_, at) => Number((value >> BigInt(8 * (byteLength - 1 - at))) & 255n));
  return canonical(ipaddr.fromByteArray(bytes).toString());
}
