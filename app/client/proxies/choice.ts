/** Which proxies of a list are chosen: some of them, on whichever page they stand, or all that the filter finds. */
import type { Chosen } from '#server/plugins/proxies/schema.ts';
import type { Found } from './list-address.ts';

export type Choice = ReadonlySet<string> | 'all';

export const nothing: Choice = new Set<string>();

export function isChosen(choice: Choice, id: string): boolean {
  return choice === 'all' || choice.has(id);
}

/** The choice with some of the page's proxies in it or out of it. Whoever takes one out of all goes on with the page. */
export function changed(choice: Choice, here: readonly string[], ids: readonly string[], wanted: boolean): Choice {
  const next = new Set(choice === 'all' ? here : choice);
  for (const id of ids) {
    if (wanted) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** What procedures are told: nothing chosen means all that is found. */
export function chosenOf(choice: Choice, { search, country, status, sort }: Found): Chosen {
  if (choice !== 'all' && choice.size > 0) return { ids: [...choice] };
  return { found: { search, country, status, sort } };
}
