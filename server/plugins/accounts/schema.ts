/** Shapes of accounts, shared with the sign-up and sign-in forms. */
import { z } from 'zod';

/** Stored and compared in lower case. */
export const emailSchema = z.email('Give an e-mail address such as name@example.com.').max(254).toLowerCase();

export const passwordSchema = z.string().min(10, 'Use at least 10 characters.').max(200, 'Use at most 200 characters.');

export const signUpInput = z.object({ email: emailSchema, password: passwordSchema });
