/** Nobody reads a key, or another language, in the midst of his own: every text exists in every language, with the same arguments. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { languages } from '#server/kernel/languages.ts';
import { renewalStops } from '#server/plugins/renewals/rules.ts';

const folder = path.join(import.meta.dirname, 'messages');
const namespaces = readdirSync(path.join(folder, 'en'));

/** Every text of a file under its whole key. */
function textsOf(language: string, file: string): Map<string, string> {
  const flat = (value: unknown, key: string): [string, string][] =>
    typeof value === 'string'
      ? [[key, value]]
      : Object.entries(value as Record<string, unknown>).flatMap(([name, member]) => flat(member, key ? `${key}.${name}` : name));
  return new Map(flat(JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')), ''));
}

/** The arguments and tags of an ICU message, each once: `count`, `<b>`. @throws SyntaxError where it is not one. */
function argumentsOf(text: string): string[] {
  const namesIn = (elements: readonly MessageFormatElement[]): string[] =>
    elements.flatMap((element) => {
      if (isLiteralElement(element) || isPoundElement(element)) return [];
      if (isTagElement(element)) return [`<${element.value}>`, ...namesIn(element.children)];
      const branches = isPluralElement(element) || isSelectElement(element) ? Object.values(element.options) : [];
      return [element.value, ...branches.flatMap(({ value }) => namesIn(value))];
    });
  return [...new Set(namesIn(parse(text)))].sort();
}

describe.each(languages.filter((language) => language !== 'en'))('in %s', (language) => {
  it('there are the same files', () => expect(readdirSync(path.join(folder, language))).toEqual(namespaces));

  it.each(namespaces)('%s has the same keys with the same arguments', (file) => {
    const english = textsOf('en', file);
    const other = textsOf(language, file);
    expect([...other.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of english) expect([key, argumentsOf(other.get(key) ?? '')]).toEqual([key, argumentsOf(text)]);
  });
});

it.each(languages)('in %s each reason for which a renewal stops has a text of its own, and none else', (language) => {
  const text = textsOf(language, 'tasks.json').get('results.renewals.renew') ?? '';
  const [choice] = parse(text).filter((element) => isSelectElement(element));
  expect(Object.keys(choice?.options ?? {}).sort()).toEqual([...renewalStops, 'other'].sort());
});
