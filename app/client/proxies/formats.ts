/** Credentials as other programs read them: a line each, as a table, or as JSON. */
import { authority } from '#server/kernel/authority.ts';
import { accessString } from '#server/plugins/proxies/rules.ts';
import type { DeliveredProxy } from '#server/plugins/proxies/schema.ts';

interface Format {
  readonly label: string;
  /** What the name of a file ends in, and what it holds. */
  readonly ending: 'txt' | 'csv' | 'json';
  readonly type: string;
  readonly write: (proxies: readonly DeliveredProxy[]) => string;
}

const atHost = ({ host, port, username, password }: DeliveredProxy) => `${username}:${password}@${authority(host, port)}`;

function lines(label: string, line: (proxy: DeliveredProxy) => string): Format {
  const write = (proxies: readonly DeliveredProxy[]) => proxies.map((proxy) => `${line(proxy)}\n`).join('');
  return { label, ending: 'txt', type: 'text/plain', write };
}

const columns = ['proxy_id', 'host', 'port', 'username', 'password', 'country', 'expires_at'] as const;

/** RFC 4180; no value has a comma, a quote or a line break in it. */
function csv(proxies: readonly DeliveredProxy[]): string {
  const rows = proxies.map((proxy) => columns.map((column) => proxy[column]));
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** In the order in which they are offered. */
export const formats = {
  access: lines('host:port:user:pass', accessString),
  login: lines('user:pass@host:port', atHost),
  socks5: lines('socks5://user:pass@host:port', (proxy) => `socks5://${atHost(proxy)}`),
  http: lines('http://user:pass@host:port', (proxy) => `http://${atHost(proxy)}`),
  csv: { label: 'CSV', ending: 'csv', type: 'text/csv', write: csv },
  json: {
    label: 'JSON',
    ending: 'json',
    type: 'application/json',
    write: (proxies) => `${JSON.stringify(proxies, null, 2)}\n`,
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as FormatName[];

/** `proxies-2026-11-21.csv`. @param day the reader's own. */
export function fileName(format: FormatName, day: Date): string {
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `proxies-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.${formats[format].ending}`;
}
