/** What next-intl asks for each request (next.config.mjs names this file). Times are of UTC, as books have them, unless a page says otherwise. */
import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { localeOf } from '#server/kernel/languages.ts';
import { messagesIn } from './catalogue.ts';
import { formats } from './formats.ts';
import { LANGUAGE_COOKIE, preferredLanguage } from './language.ts';

export default getRequestConfig(async () => {
  const [jar, asked] = await Promise.all([cookies(), headers()]);
  const language = preferredLanguage(jar.get(LANGUAGE_COOKIE)?.value, asked.get('accept-language'));
  return { locale: localeOf[language], messages: await messagesIn(language), timeZone: 'UTC', formats };
});
