/** The process's own store: 2,000 requests a second must not feel it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLocalStore } from './store.ts';

// Time stands still: how long this machine takes is another matter.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

test('counts down, refuses without counting, and tells whole seconds from 1 up', async () => {
  const store = createLocalStore();
  const limit = 3;
  const taken = [];
  for (let time = 0; time < 5; time += 1) taken.push(await store.take('a', limit));
  expect(taken).toEqual([
    { allowed: true, limit, remaining: 2, resetSeconds: 60 },
    { allowed: true, limit, remaining: 1, resetSeconds: 60 },
    { allowed: true, limit, remaining: 0, resetSeconds: 60 },
    { allowed: false, limit, remaining: 0, resetSeconds: 60 },
    { allowed: false, limit, remaining: 0, resetSeconds: 60 },
  ]);
});

test('31 at once are never all admitted', async () => {
  const store = createLocalStore();
  const taken = await Promise.all(Array.from({ length: 31 }, () => store.take('a', 30)));
  expect(taken.filter(({ allowed }) => allowed)).toHaveLength(30);
});

test('a look tells how full a bucket is, and takes no place', async () => {
  const store = createLocalStore();
  expect(await store.look('a', 3)).toEqual({ limit: 3, used: 0, resetSeconds: 0 });
  await store.take('a', 3);
  await store.take('a', 3);
  for (let time = 0; time < 5; time += 1) expect(await store.look('a', 3)).toEqual({ limit: 3, used: 2, resetSeconds: 60 });
  expect((await store.take('a', 3)).remaining).toBe(0);
});
