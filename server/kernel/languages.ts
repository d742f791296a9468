/** The languages that pages and mails are written in. What programs read is in English. */

export const languages = ['en', 'fr', 'es'] as const;
export type Language = (typeof languages)[number];

/** The form of numbers and dates that goes with a language: the European one, for prices are in euros. */
export const localeOf = { en: 'en-IE', fr: 'fr-FR', es: 'es-ES' } as const satisfies Record<Language, string>;
export type Locale = (typeof localeOf)[Language];

/** Spoken to whoever understands none of them. */
export const defaultLanguage: Language = 'en';
