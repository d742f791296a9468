/** Whether a body is announced as JSON in UTF-8 (decision 14). */

const PARAMETER = /;[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]+)))?[ \t]*/gy;

/**
 * True for `application/json` in any case, with any parameters but a charset other than utf-8, and without a Content-Encoding.
 * Both are the headers' values, null where absent.
 */
export function isJson(contentType: string | null, contentEncoding: string | null): boolean {
  if (contentType === null || contentEncoding !== null) return false;
  if (contentType === 'application/json') return true;
  const type = contentType.split(';', 1)[0] as string;
  if (type.trim().toLowerCase() !== 'application/json') return false;
  let at = type.length;
  PARAMETER.lastIndex = at;
  for (let found = PARAMETER.exec(contentType); found; found = PARAMETER.exec(contentType)) {
    at = PARAMETER.lastIndex;
    const value = found[2] ?? found[3] ?? '';
    if (found[1]?.toLowerCase() === 'charset' && value.toLowerCase() !== 'utf-8') return false;
  }
  return at === contentType.length;
}
