/** Asks for many keys together: while one question is under way, the keys of the next gather. */

export interface Gatherer {
  /**
   * Has the key asked for by a question that begins no sooner than now.
   * @returns what resolves when that question is over, whether or not it was answered; null where too many keys wait already.
   */
  ask(key: string): Promise<void> | null;
}

/** @param most keys that may wait. */
export function createGatherer(most: number, question: (keys: readonly string[]) => Promise<void>): Gatherer {
  let next: { readonly keys: Set<string>; readonly over: Promise<void> } | undefined;
  let last: Promise<void> = Promise.resolve();

  const gather = () => {
    const keys = new Set<string>();
    last = last
      .then(() => {
        next = undefined;
        return question([...keys]);
      })
      .catch(() => {});
    return { keys, over: last };
  };

  return {
    ask(key) {
      next ??= gather();
      if (next.keys.size >= most && !next.keys.has(key)) return null;
      next.keys.add(key);
      return next.over;
    },
  };
}
