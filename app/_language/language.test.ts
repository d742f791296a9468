/** Choosing the language of a page. */
import { expect, it } from 'vitest';
import { preferredLanguage } from './language.ts';

it.each([
  ['what was chosen goes before what the browser asks for', 'es', 'fr', 'es'],
  ['the browser is followed', undefined, 'fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['in the order of its qualities', undefined, 'fr;q=0.4, es-MX;q=0.7', 'es'],
  ['a language with quality 0 is one that it does not want', undefined, 'fr;q=0, es;q=0.1', 'es'],
  ['past those that the site does not speak', undefined, 'de, it;q=0.9, es;q=0.1', 'es'],
  ['nothing fits', undefined, 'de', 'en'],
  ['nothing is said', undefined, null, 'en'],
  ['nonsense is said', '../../etc', ';;;q=x,,', 'en'],
] as const)('%s', (_case, chosen, header, language) => expect(preferredLanguage(chosen, header)).toBe(language));
