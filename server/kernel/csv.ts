/** Tables of comma-separated values (RFC 4180), for a spreadsheet as for a program. */

/** What a spreadsheet takes for the beginning of a formula, with what it may skip before it. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

/**
 * The same behind what separates cells elsewhere: where a comma is the decimal sign, spreadsheets split a line at semicolons, and heed
 * no quotes within the cells that they then see.
 */
const HIDDEN_FORMULA = /(?<=[;\t\r\n])(?=[\s\p{Cc}"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** Free text as a cell: never a formula to a spreadsheet, and quoted wherever it could be taken for more than one cell. */
export function textCell(text: string): string {
  const visible = FORMULA.test(text) ? `'${text}` : text;
  const inert = visible.replace(HIDDEN_FORMULA, "'");
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
