/** The body of a Request, of which no more is taken in than is wanted. */

/** @returns why there is none, where it is larger than `mostBytes` (its rest is not read) or broke off before its end. */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  mostBytes: number,
): Promise<Uint8Array | 'too_large' | 'broken_off'> {
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Leaving the loop early cancels the stream.
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > mostBytes) return 'too_large';
      chunks.push(chunk);
    }
  } catch {
    return 'broken_off';
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}
