/** Shapes of accounts, shared with the pages. */
import { z } from 'zod';
import { defaultLanguage, languages } from '#server/kernel/languages.ts';
import { PASSWORD_LENGTH } from './rules.ts';

/** Stored and compared in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('Give an e-mail address such as name@example.com.').max(254, 'Use at most 254 characters.'));

const longest = z.string().max(PASSWORD_LENGTH.max, `Use at most ${PASSWORD_LENGTH.max} characters.`);
export const passwordSchema = longest.min(PASSWORD_LENGTH.min, `Use at least ${PASSWORD_LENGTH.min} characters.`);
/** A password of any form, for the rule may have been another when it was chosen. */
const givenPassword = longest.min(1, 'Give your password.');
/** Of an authenticator app, or a recovery code. */
const code = z.string().min(1).max(40);

/** To be tried again in `seconds`. */
const wait = z.object({ outcome: z.literal('wait'), seconds: z.int() });

export const setLanguageInput = z.object({ language: z.enum(languages) });

/** `language`: of the mails, and what the page speaks. */
export const signUpInput = z.object({
  email: emailSchema,
  password: passwordSchema,
  language: z.enum(languages).default(defaultLanguage),
});

/** Opened, refused because the e-mail address has an account, or to be tried again in `seconds`. */
export const signUpOutput = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('opened') }),
  z.object({ outcome: z.literal('email_taken') }),
  wait,
]);

/** What a sign-in takes; `code` in its second step. */
export const signInInput = z.object({
  email: emailSchema,
  password: givenPassword,
  code: z
    .string()
    .max(40)
    .transform((text) => text || undefined)
    .optional(),
});

/** What a mailed link carries. */
const token = z.string().max(100);

export const forgotInput = z.object({ email: emailSchema });
export const resetPasswordInput = z.object({ token, password: passwordSchema });
export const confirmEmailInput = z.object({ token });

export const changePasswordInput = z.object({ current: givenPassword, next: passwordSchema });
export const changeEmailInput = z.object({ email: emailSchema, password: givenPassword });

export const endSessionInput = z.object({ id: z.string().max(40) });

/** A sign-in that goes on. `browser` and `system` are null where its User-Agent does not tell; `network` is the address in part. */
const sessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  network: z.string(),
  signed_in_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
});
export const sessionsOutput = z.array(sessionSchema);
export type SignInSession = z.infer<typeof sessionSchema>;

/** Who one is here, and how one signs in. `waiting_email` is an address that was asked for and is not confirmed yet. */
export const profileOutput = z.object({
  account_id: z.int(),
  email: z.string(),
  email_confirmed: z.boolean(),
  waiting_email: z.string().nullable(),
  two_factor: z.boolean(),
  recovery_codes_left: z.int(),
  created_at: z.iso.datetime(),
});

export const beginTwoFactorInput = z.object({ password: givenPassword });
export const confirmTwoFactorInput = z.object({ code });
export const endTwoFactorInput = z.object({ password: givenPassword, code });

/** What one would lose by deleting the account: cents of balance, valid proxies; or what one owes. */
export const holdsOutput = z.array(
  z.object({ kind: z.enum(['balance', 'debt', 'orders', 'payments', 'proxies']), amount: z.int() }),
);

/** `typed_email` confirms; of what the account holds, as much is given up as `waived` says. */
export const deleteInput = z.object({
  password: givenPassword,
  code: code.optional(),
  typed_email: emailSchema,
  waived: z.object({
    balance: z.int().min(0).default(0),
    payments: z.int().min(0).default(0),
    proxies: z.int().min(0).default(0),
  }),
});
