/** Fonts as they are made for the web (WOFF 1.0, W3C), unwrapped into the TrueType inside: PDFKit would do it anew for every document, slowly. */
import { inflateSync } from 'node:zlib';

const SIGNATURE = 0x774f4646;
const [WOFF_HEADER, WOFF_ENTRY] = [44, 20];
const [SFNT_HEADER, SFNT_ENTRY] = [12, 16];

/** @returns the font as TrueType or OpenType. @throws Error where it is no WOFF. */
export function fontOfWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error('not a WOFF font');
  const count = woff.readUInt16BE(12);
  const power = Math.floor(Math.log2(count));
  const directory = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(2 ** power * SFNT_ENTRY, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE((count - 2 ** power) * SFNT_ENTRY, 10);

  const tables: Buffer[] = [];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const entry = woff.subarray(WOFF_HEADER + index * WOFF_ENTRY);
    const [start, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const stored = woff.subarray(start, start + packed);
    // Tables begin at multiples of four.
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(stored) : stored).copy(table);

    const at = SFNT_HEADER + index * SFNT_ENTRY;
    entry.copy(directory, at, 0, 4);
    entry.copy(directory, at + 4, 16, 20);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(length, at + 12);
    tables.push(table);
    offset += table.length;
  }
  return Buffer.concat([directory, ...tables]);
}
