/** The query of GET /stock (decision 17). */
import { limits } from '#server/kernel/limits.ts';

/**
 * The quantity that a query asks for: 1 where it names none, clamped to what an order may hold; null for anything else than a whole number,
 * because pricing 1 instead would misquote the caller.
 * @param query what follows the question mark, as the client wrote it.
 */
export function stockQty(query: string): number | null {
  let given: string | undefined;
  for (const parameter of query === '' ? [] : query.split('&')) {
    const equals = parameter.indexOf('=');
    const name = decoded(equals === -1 ? parameter : parameter.slice(0, equals));
    if (name !== 'qty') continue;
    if (given !== undefined) return null;
    given = equals === -1 ? '' : decoded(parameter.slice(equals + 1));
  }
  if (given === undefined) return 1;
  if (!/^[+-]?[0-9]+$/.test(given)) return null;
  return Math.min(limits.proxiesPerOrder, Math.max(1, Number(given)));
}

/** Percent-decoded. A plus stays a plus: it is a sign here, not the space of an HTML form. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
