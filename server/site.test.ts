/** The house rules that no general tool checks: plugins reach one another only as their manifests say, under known file names. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { defineErrors } from './kernel/errors.ts';
import { checkNeeds, mergeErrors, type Plugin } from './kernel/plugin.ts';
import { router } from './kernel/trpc.ts';
import * as site from './site.ts';

const folder = path.join(import.meta.dirname, 'plugins');
const vocabulary =
  /^(plugin|router|rules|store|port|schema|errors|mails|.+\.test)\.ts$|^(router|store|schema|adapters|port)([\\/][^\\/]+\.ts)?$/;

describe.each(readdirSync(folder))('plugin %s', (id) => {
  const files = readdirSync(path.join(folder, id), { encoding: 'utf8', recursive: true });

  test('uses the closed vocabulary of file names', () => {
    expect(files.filter((name) => !vocabulary.test(name))).toEqual([]);
  });

  test('reaches exactly the plugins that its manifest needs', () => {
    const reached = new Set(
      files
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .flatMap((name) => [...readFileSync(path.join(folder, id, name), 'utf8').matchAll(/from '(?:\.\.\/)+(\w+)\/port\.ts'/g)])
        .map(([, other]) => other),
    );
    const plugin = site.plugins[id as keyof typeof site.plugins];
    expect(plugin.id).toBe(id);
    expect([...reached].sort()).toEqual([...plugin.needs].sort());
  });
});

test('every plugin has its procedures under its own name', () => {
  expect(Object.keys(site.plugins).sort()).toEqual(readdirSync(folder).sort());
  const namespaces = new Set(Object.keys(site.appRouter._def.procedures).map((name) => name.split('.')[0]));
  for (const namespace of namespaces) expect(Object.keys(site.plugins)).toContain(namespace);
});

test('a name of a prepared statement stands for one statement: a connection refuses the second', () => {
  const sources = readdirSync(import.meta.dirname, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'));
  const names = sources.flatMap((text) => [...text.matchAll(/\bstatement(?:<[^;]*?>)?\(\s*'([^']+)'/g)].map(([, name]) => name));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, nth) => names.indexOf(name) !== nth)).toEqual([]);
});

test('an error code defined twice stops the boot', () => {
  const row = { status: 400, text: '', meaning: '', action: '' };
  expect(() => mergeErrors([defineErrors({ twice: row }), defineErrors({ twice: row })])).toThrow(
    'error code defined twice: twice',
  );
});

test('needs that form a circle, or that the site lacks, stop the boot', () => {
  const plugin = (id: string, needs: string[]): Plugin => ({ id, needs, router: router({}) });
  expect(() => checkNeeds([plugin('a', ['b']), plugin('b', ['a'])])).toThrow('a → b → a');
  expect(() => checkNeeds([plugin('a', ['b'])])).toThrow('plugin a needs b');
});
