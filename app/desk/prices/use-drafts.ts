/** Lines of a dialog as they are typed: changed, added and removed, each under a key of its own. */
import { useState } from 'react';

/** A line as it is typed, with what tells it from the others. */
export type Draft<Line> = Line & { readonly key: number };

/** @param initial the lines to begin with. @param empty what an added line holds. */
export function useDrafts<Line extends object>(initial: readonly Line[], empty: Line) {
  const [drafts, setDrafts] = useState<readonly Draft<Line>[]>(() => initial.map((line, key) => ({ ...line, key })));
  return {
    drafts,
    edit: (key: number, change: Partial<Line>) =>
      setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...change } : draft))),
    add: () => setDrafts([...drafts, { ...empty, key: Math.max(0, ...drafts.map(({ key }) => key)) + 1 }]),
    remove: (key: number) => setDrafts(drafts.filter((draft) => draft.key !== key)),
  };
}
