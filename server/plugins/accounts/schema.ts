/** Shapes of accounts, shared with the sign-up and sign-in forms. */
import { z } from 'zod';
import { defaultLanguage, languages } from '#server/kernel/languages.ts';

/** Stored and compared in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('Give an e-mail address such as name@example.com.').max(254, 'Use at most 254 characters.'));

/** Characters of a password. */
export const PASSWORD_LENGTH = { min: 10, max: 200 };

const longest = z.string().max(PASSWORD_LENGTH.max, `Use at most ${PASSWORD_LENGTH.max} characters.`);
export const passwordSchema = longest.min(PASSWORD_LENGTH.min, `Use at least ${PASSWORD_LENGTH.min} characters.`);

export const languageSchema = z.enum(languages);

/** `language`: of the mails, and what the page speaks. */
export const signUpInput = z.object({
  email: emailSchema,
  password: passwordSchema,
  language: languageSchema.default(defaultLanguage),
});

/** Opened, refused because the e-mail address has an account, or to be tried again in `seconds`. */
export const signUpOutput = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('opened') }),
  z.object({ outcome: z.literal('email_taken') }),
  z.object({ outcome: z.literal('wait'), seconds: z.int() }),
]);

/** What a sign-in takes: a password of any form, for the rule may have been another when it was chosen. */
export const signInInput = z.object({
  email: emailSchema,
  password: longest.min(1, 'Give your password.'),
  code: z.string().max(40).optional(),
});
