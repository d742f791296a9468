/** Reads exit addresses as an operator gives them: CIDR blocks, single addresses, or a file of them; IPv4 and IPv6. */
import { readFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import ipaddr from 'ipaddr.js';

/** Addresses that one command takes, those of an IPv4 /16 or an IPv6 /112. */
export const MOST_ADDRESSES = 65_536;

/** What was read: each address once, as the site writes it, and those that were given again. */
export interface ReadAddresses {
  readonly addresses: readonly string[];
  readonly repeated: readonly string[];
}

/**
 * Reads `source`: addresses and CIDR blocks between commas or spaces, or the path of a file of them, in which # begins a comment.
 * All addresses of a block are meant, its first and its last too: as exits they are as good as any other.
 * @throws InvalidArgumentError that names what is not an address.
 */
export async function readAddresses(source: string): Promise<ReadAddresses> {
  const given = looksLikeAddress(source.trim().split(/[\s,]+/, 1)[0] ?? '') ? source : await readSource(source);
  const tokens = given
    .replace(/#.*$/gm, '')
    .split(/[\s,]+/)
    .filter((token) => token !== '');
  if (tokens.length === 0) throw new InvalidArgumentError('No addresses were given.');
  const addresses = new Set<string>();
  const repeated = new Set<string>();
  for (const token of tokens) {
    for (const address of addressesOf(token)) {
      if (addresses.has(address)) repeated.add(address);
      addresses.add(address);
    }
    if (addresses.size > MOST_ADDRESSES) throw tooMany();
  }
  return { addresses: [...addresses], repeated: [...repeated] };
}

/** One spelling for each address, so that two of them can be compared. */
export function canonical(address: string): string {
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.toRFC5952String() : parsed.toString();
}

function tooMany(): Error {
  return new InvalidArgumentError(
    `That is more than ${MOST_ADDRESSES} addresses (an IPv4 /16, an IPv6 /112). Add them in smaller blocks.`,
  );
}

function looksLikeAddress(token: string): boolean {
  const address = token.replace(/\/\d+$/, '');
  return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
}

async function readSource(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new InvalidArgumentError(
      `"${file}" is neither an address, nor a CIDR block such as 203.0.113.0/28, nor a file that can be read.`,
    );
  }
}

function addressesOf(token: string): Iterable<string> {
  const [text = '', prefixText, ...rest] = token.split('/');
  // An IPv6 zone names an interface of one machine, and other spellings of IPv4 (octal, fewer parts) are read in two ways.
  if (!looksLikeAddress(text) || text.includes('%') || rest.length > 0)
    throw new InvalidArgumentError(`"${token}" is not an address.`);
  const address = ipaddr.process(text);
  if (['unspecified', 'multicast', 'broadcast'].includes(address.range())) {
    throw new InvalidArgumentError(`"${token}" cannot be an exit address: it is ${address.range()}.`);
  }
  if (prefixText === undefined) return [canonical(text)];
  return block(token, address, /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : Number.NaN);
}

function* block(token: string, first: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): Iterable<string> {
  const bytes = first.toByteArray();
  const hostBits = bytes.length * 8 - prefix;
  if (!(hostBits >= 0))
    throw new InvalidArgumentError(`"${token}" is not a block: the prefix goes from 0 to ${bytes.length * 8}.`);
  const start = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const size = 1n << BigInt(hostBits);
  if (start % size !== 0n) {
    const meant = addressOf(start - (start % size), bytes.length);
    throw new InvalidArgumentError(`"${token}" is not a block: its first address would be ${meant}. Give ${meant}/${prefix}.`);
  }
  if (size > BigInt(MOST_ADDRESSES)) throw tooMany();
  for (let offset = 0n; offset < size; offset += 1n) yield addressOf(start + offset, bytes.length);
}

function addressOf(value: bigint, byteLength: number): string {
  const bytes = Buffer.from(value.toString(16).padStart(byteLength * 2, '0'), 'hex');
  return canonical(ipaddr.fromByteArray([...bytes]).toString());
}
