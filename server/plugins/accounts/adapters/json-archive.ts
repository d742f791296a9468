/** A ZIP of JSON files. */
import { ZipFile } from 'yazl';

/** Packs documents under their names, `orders` as `orders.json`, one after the other as they come. */
export function jsonArchive(documents: AsyncIterable<{ name: string; content: unknown }>): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream;
  const pack = async () => {
    for await (const { name, content } of documents) zip.addBuffer(Buffer.from(JSON.stringify(content, null, 2)), `${name}.json`);
    zip.end();
  };
  pack().catch((error: Error) => output.emit('error', error));
  return (async function* () {
    for await (const piece of output) yield piece as Uint8Array;
  })();
}
