/** Reads exit addresses as an operator gives them to a command: a list of them, or a file of one. */
import { readFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import { type AddressList, looksLikeAddress, readAddressList } from '#server/kernel/address-list.ts';

/**
 * Reads `source`: addresses and CIDR blocks between commas or spaces, or the path of a file of them, in which # begins a comment.
 * @throws InvalidArgumentError that names what is not an address.
 */
export async function readAddresses(source: string): Promise<Omit<AddressList, 'refused'>> {
  const given = looksLikeAddress(source.trim().split(/[\s,]+/, 1)[0] ?? '') ? source : await readSource(source);
  const {
    refused: [refused],
    ...read
  } = readAddressList(given);
  if (refused) throw new InvalidArgumentError(refused.reason);
  if (read.addresses.length === 0) throw new InvalidArgumentError('No addresses were given.');
  return read;
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
