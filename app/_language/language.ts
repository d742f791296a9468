/** Which language a reader gets: the one he chose, else the first that his browser asks for and the site speaks. */
import { defaultLanguage, type Language, type Locale, languages, localeOf } from '#server/kernel/languages.ts';

/** Holds what the reader chose: one of `languages`. */
export const LANGUAGE_COOKIE = 'language';

/** The language of a locale: `fr` of `fr-FR`. */
export function languageOf(locale: Locale): Language {
  return languages.find((language) => localeOf[language] === locale) ?? defaultLanguage;
}

/** @param chosen the cookie's value, which anybody may have written. @param acceptLanguage the header of RFC 9110, section 12.5.4. */
export function preferredLanguage(chosen: string | undefined, acceptLanguage: string | null): Language {
  const asked = (acceptLanguage ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return { language: tag.split('-')[0], quality: Number.isNaN(quality) ? 0 : quality };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
  const spoken = [chosen, ...asked].map((wanted) => languages.find((language) => language === wanted));
  return spoken.find((language) => language !== undefined) ?? defaultLanguage;
}
