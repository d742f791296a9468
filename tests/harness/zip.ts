/** Reads a ZIP archive by its central directory. */
import { crc32, inflateRawSync } from 'node:zlib';

const [END, ENTRY] = [0x06054b50, 0x02014b50];

/** Its files by name. @throws Error where it is no whole archive. */
export function readZip(bytes: Uint8Array): Map<string, Buffer> {
  const zip = Buffer.from(bytes);
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== END) throw new Error('not a whole archive');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('the directory is broken');
    const [nameLength, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const stored = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const file = zip.readUInt16LE(at + 10) === 0 ? stored : inflateRawSync(stored);
    if (crc32(file) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} is broken`);
    files.set(name, file);
    at += 46 + nameLength + extra + comment;
  }
  return files;
}
