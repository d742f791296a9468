/** Tables of comma-separated values (RFC 4180), for a spreadsheet as for a program. */

/** Free text as a cell: never a formula to a spreadsheet, and quoted wherever it could be taken for more than one cell. */
export function textCell(text: string): string {
  const inert = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
