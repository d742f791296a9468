/** Which requests are the API's to answer. */
import { originForm } from './call.ts';

const PREFIX = '/api/v1';

/**
 * True for every path at or below /api/v1 in whatever spelling: what the API does not know by its exact name is its own 404, never a page's
 * (decision 1).
 * @param target a request's target, path and query.
 */
export function isApiPath(target: string): boolean {
  const origin = originForm(target);
  return origin.startsWith(`${PREFIX}/`) || isBelowPrefix(plain(origin));
}

function isBelowPrefix(path: string): boolean {
  return path === PREFIX || path.startsWith(`${PREFIX}/`);
}

/** The path in its simplest spelling: decoded, in lower case, without empty or dot segments. */
function plain(target: string): string {
  const path = target.split(/[?#]/, 1)[0] as string;
  const segments: string[] = [];
  for (const segment of decoded(path).toLowerCase().split(/[\\/]/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
