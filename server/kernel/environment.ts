/** How an environment is read, and the shapes of variables that the site and the entry point have in common. */
import { z } from 'zod';

/** What is wrong with the environment, a line for each variable. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/**
 * Reads an environment. An empty value counts as absent.
 * @param alsoWrong what is wrong with several variables together, a line each.
 * @throws EnvironmentError that names every wrong variable and what it should be.
 */
export function parseEnvironment<T>(
  shape: z.ZodType<T>,
  source: Readonly<Record<string, string | undefined>>,
  alsoWrong: (given: Readonly<Record<string, string | undefined>>) => string[] = () => [],
): T {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = shape.safeParse(given);
  const problems = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  problems.push(...alsoWrong(given));
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new EnvironmentError(`The environment is not right:\n${problems.map((line) => `  ${line}`).join('\n')}`);
}

export const portVariable = (fallback: number) =>
  z.coerce.number({ error: 'must be a port number' }).int('must be a port number').min(0).max(65_535).default(fallback);

export const databaseUrlVariable = z
  .string({ error: 'must be given' })
  .regex(/^postgres(ql)?:\/\/./, 'must be a postgresql:// URL');

export const gatewayPortVariable = portVariable(1080);

/** Read without its trailing slash. */
export const siteUrlVariable = z
  .string({ error: 'must be given' })
  .regex(/^https?:\/\/[^/?#@\s]+\/?$/, 'must be an http:// or https:// URL without a path')
  .transform((url) => url.replace(/\/$/, ''));

export const logLevelVariable = z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info');

/** Whether a URL leads to the machine itself. */
export function isLoopbackUrl(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}
