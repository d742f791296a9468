/** The languages that pages and mails are written in. What programs read is in English. */

export const languages = ['en', 'fr', 'es'] as const;
export type Language = (typeof languages)[number];

/** Spoken to whoever understands none of them. */
export const defaultLanguage: Language = 'en';
