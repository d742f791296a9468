/** The log of API requests as a file: comma-separated values (RFC 4180) or JSON. Times are ISO 8601 in UTC. */
import type { ApiCallRow } from '../store.ts';

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

/** The text of the CSV file, a piece for each chunk of lines. */
export async function* callsCsv(chunks: AsyncIterable<ApiCallRow[]>): AsyncGenerator<string, void> {
  yield `${COLUMNS.join(',')}\r\n`;
  for await (const rows of chunks) yield rows.map(csvLine).join('');
}

/** The text of the JSON file: an array of objects, a line each. */
export async function* callsJson(chunks: AsyncIterable<ApiCallRow[]>): AsyncGenerator<string, void> {
  let before = '[\n';
  for await (const rows of chunks) {
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}

/** What clients wrote into a line is of a form in which nothing needs quoting; only a hyphen at the start could make it a formula. */
function csvLine(row: ApiCallRow): string {
  const cells = COLUMNS.map((column) => {
    const value = row[column];
    if (value === null) return '';
    const text = value instanceof Date ? value.toISOString() : String(value);
    return text.startsWith('-') ? `'${text}` : text;
  });
  return `${cells.join(',')}\r\n`;
}
