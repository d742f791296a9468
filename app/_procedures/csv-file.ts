/** A file that is sent piece by piece, as it is read from the database. */

import { streamOf } from '#app/client/_lists/stream.ts';

/** @param name of the file, which the day is added to. @param pieces asked for one after the other, each when the last is on its way. */
export function csvFile(name: string, pieces: AsyncGenerator<string, void>): Response {
  return new Response(streamOf(pieces).pipeThrough(new TextEncoderStream()), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
