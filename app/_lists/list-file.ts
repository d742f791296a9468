/** Lists as files that are sent piece by piece, as they are read from the database. */
import { streamOf } from './stream.ts';

/** @param name of the file, which the day (UTC) is added to. */
export function csvFile(name: string, pieces: AsyncGenerator<string, void>): Response {
  return file(name, 'csv', 'text/csv', pieces);
}

/** The same for JSON. */
export function jsonFile(name: string, pieces: AsyncGenerator<string, void>): Response {
  return file(name, 'json', 'application/json', pieces);
}

function file(name: string, ending: string, type: string, pieces: AsyncGenerator<string, void>): Response {
  return new Response(streamOf(pieces).pipeThrough(new TextEncoderStream()), {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.${ending}"`,
      'Cache-Control': 'no-store',
    },
  });
}
