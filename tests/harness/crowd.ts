/** Many who do the same, so many at once. */

/**
 * As many at once as the site has connections to its database, unless said otherwise: on a slow machine a longer line would be refused for having
 * waited too long, which is right, and not what such a test is about.
 * @returns what came of each, in the order in which they ended.
 */
export async function crowd<T>(count: number, act: (nth: number) => Promise<T>, atOnce = 12): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      done.push(await act(next - 1));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return done;
}
