/** The log of API requests as a file: comma-separated values (RFC 4180) or JSON, for programs as for spreadsheets. */
import type { ApiCallRow } from '../store.ts';

export const callFileFormats = ['csv', 'json'] as const;
export type CallFileFormat = (typeof callFileFormats)[number];

const COLUMNS = [
  'at',
  'request_id',
  'method',
  'route',
  'status',
  'code',
  'idempotency_key',
  'order_id',
  'client_address',
  'duration_ms',
  'replay',
] as const satisfies readonly (keyof ApiCallRow)[];

/** The file's text in pieces, one for each chunk of lines; times are ISO 8601 in UTC. */
export async function* callsFile(format: CallFileFormat, chunks: AsyncIterable<ApiCallRow[]>): AsyncGenerator<string, void> {
  yield format === 'csv' ? `${COLUMNS.join(',')}\r\n` : '[';
  let first = true;
  for await (const rows of chunks) {
    if (format === 'csv') {
      yield rows.map(csvLine).join('');
    } else {
      yield `${first ? '\n' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
    }
    first = false;
  }
  if (format === 'json') yield '\n]\n';
}

/** No cell can be taken for a formula or for two: what clients wrote themselves is of a form that allows neither, but for a leading hyphen. */
function csvLine(row: ApiCallRow): string {
  const cells = COLUMNS.map((column) => {
    const value = row[column];
    if (value === null) return '';
    const text = value instanceof Date ? value.toISOString() : String(value);
    return text.startsWith('-') ? `'${text}` : text;
  });
  return `${cells.join(',')}\r\n`;
}
