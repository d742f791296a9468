/** Where the QR code of some proxies is, and what it holds. */
import { type FormatName, formatNames } from '#app/client/proxies/formats.ts';

/** Bytes that a phone still reads from a screen. */
const MOST_BYTES = 1_000;

/** Whether a text is small enough for a code that a phone reads. */
export function fitsCode(text: string): boolean {
  return new TextEncoder().encode(text).length <= MOST_BYTES;
}

/** The format in which a code or a line holds a proxy: a table is nothing to scan. */
export function lineFormat(asked: string | null): FormatName {
  const format = formatNames.find((name) => name === asked) ?? 'access';
  return format === 'csv' || format === 'json' ? 'access' : format;
}

/** The address of the code. */
export function codeAddress(token: string, proxyIds: readonly string[], format: FormatName): string {
  const params = new URLSearchParams(proxyIds.map((id) => ['proxy', id]));
  params.set('format', format);
  return `/b/${token}/qr.svg?${params}`;
}
