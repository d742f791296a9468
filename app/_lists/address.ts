/** The state of a list in the address of its page: what was asked for, and which page of it. */
import { storable } from '#server/kernel/storable-text.ts';

/** The parameters of an address as Next gives them to a page. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** A parameter that stands in the address once and says something; without characters that the database cannot keep. */
export function single(params: SearchParams, name: string): string | undefined {
  const value = params[name];
  return (typeof value === 'string' && storable(value)) || undefined;
}

/** The page that an address asks for; 1 for anything that is no page number. */
export function pageAsked(params: SearchParams): number {
  const asked = single(params, 'page');
  return asked !== undefined && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
}

/** The one of the known words that was asked for; undefined where it is none of them. */
export function oneOf<Word extends string>(known: readonly Word[], asked: string | undefined): Word | undefined {
  return known.find((word) => word === asked);
}

/** `path` with the members of `state` that say something, and the page beyond the first. */
export function listPath(path: string, state: Readonly<Record<string, string | undefined>>, page = 1): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) if (value) params.set(name, value);
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `${path}?${params}` : path;
}
