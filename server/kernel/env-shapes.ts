/** Shapes of environment variables that the site and the entry point have in common. */
import { z } from 'zod';

export const portVariable = (fallback: number) =>
  z.coerce.number({ error: 'must be a port number' }).int('must be a port number').min(0).max(65_535).default(fallback);

export const databaseUrlVariable = z
  .string({ error: 'must be given' })
  .regex(/^postgres(ql)?:\/\/./, 'must be a postgresql:// URL');

export const siteUrlVariable = z
  .string({ error: 'must be given' })
  .regex(/^https?:\/\/[^/?#@\s]+\/?$/, 'must be an http:// or https:// URL without a path');

export const logLevelVariable = z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info');
