/** A file that is made while it is sent, so that it may be longer than what fits into memory. */

/** @param pieces its text, asked for one by one as the last is on its way. @param file `name` without characters that need quoting. */
export function fileDownload(pieces: AsyncGenerator<string, void>, file: { name: string; type: string }): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return();
    },
  });
  const headers = {
    'Content-Type': file.type,
    'Content-Disposition': `attachment; filename="${file.name}"`,
    'Cache-Control': 'no-store',
  };
  return new Response(body, { headers });
}
