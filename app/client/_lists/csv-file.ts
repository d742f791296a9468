/** A list as a file that is made while it is sent. */
import { streamOf } from './stream.ts';

/** @param name of the file, which the day (UTC) is added to. */
export function csvFile(name: string, pieces: AsyncGenerator<string, void>): Response {
  return new Response(streamOf(pieces).pipeThrough(new TextEncoderStream()), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
