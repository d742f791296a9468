/** The documents name no file that is not there. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Where a path may begin: the documents leave out what a reader knows. */
const folders = ['', 'server', 'server/plugins', 'server/gateway'];

/** Each of the paths that one with `{this,that}` stands for. */
function spelledOut(name: string): string[] {
  const [, before, choices, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  return choices === undefined ? [name] : choices.split(',').flatMap((choice) => spelledOut(`${before}${choice}${after}`));
}

function exists(name: string): boolean {
  // Brackets belong to the names of routes, and mean something else in a pattern.
  const pattern = name.replaceAll('[', '[[]');
  return folders.some((folder) => globSync(pattern, { cwd: path.join(root, folder) }).length > 0);
}

test('every path in the documents is there', () => {
  const texts = ['README.md', 'server/docs/design.md', 'server/docs/tests.md'].map((name) =>
    readFileSync(path.join(root, name), 'utf8'),
  );
  const quoted = texts.flatMap((text) => [...text.matchAll(/`([^`\s]+)`/g)]).map(([, name = '']) => name);
  const names = quoted
    .filter((name) => /^(app|e2e|prisma|server|tests)\/[^<]*$|\/[^/]+\.(ts|tsx|mjs|md)$/.test(name))
    .flatMap(spelledOut);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !exists(name))).toEqual([]);
});
