/** Choosing proxies of a list. */
import { expect, it } from 'vitest';
import { changed, chosenOf, isChosen, nothing } from './choice.ts';

const found = { search: 'px', sort: 'newest' } as const;

it('keeps what is chosen on other pages', () => {
  const first = changed(nothing, ['a', 'b'], ['a'], true);
  const both = changed(first, ['c', 'd'], ['c', 'd'], true);
  expect(chosenOf(both, found)).toEqual({ ids: ['a', 'c', 'd'] });
  expect(chosenOf(changed(both, ['c', 'd'], ['c', 'd'], false), found)).toEqual({ ids: ['a'] });
});

it('nothing chosen, or all, is what the filter finds', () => {
  expect(chosenOf(nothing, found)).toEqual({ found });
  expect(chosenOf('all', found)).toEqual({ found });
  expect(isChosen('all', 'anything')).toBe(true);
});

it('one taken out of all leaves the rest of its page', () =>
  expect(chosenOf(changed('all', ['a', 'b', 'c'], ['b'], false), found)).toEqual({ ids: ['a', 'c'] }));
