/** The environment, read and validated once at boot; .env.example lists the same names with what they are for. */
import { z } from 'zod';
import {
  databaseUrlVariable,
  gatewayPortVariable,
  isLoopbackUrl,
  logLevelVariable,
  parseEnvironment,
  portVariable,
  siteUrlVariable,
} from './environment.ts';

const count = z.coerce.number({ error: 'must be a whole number' }).int('must be a whole number').min(0).max(10).default(0);
const seconds = (most: number) =>
  z.coerce.number({ error: 'must be a number of seconds' }).min(1, 'must be at least 1').max(most, `must be at most ${most}`);
const milliseconds = ({ least, most }: { least: number; most: number }) =>
  z.coerce
    .number({ error: 'must be a number of milliseconds' })
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);
const url = (protocols: RegExp, what: string) => z.url({ protocol: protocols, error: `must be ${what}` });
const key = z.base64({ error: 'must be base64' }).refine((text) => Buffer.from(text, 'base64').length >= 32, {
  error: 'must hold at least 32 bytes, in base64 (openssl rand -base64 32)',
});

const shape = z.object({
  PORT: portVariable(3000),
  /** Address that the site listens on. */
  HOST: z.string().default('0.0.0.0'),
  /** Whether the site starts an entry point beside itself. */
  GATEWAY: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1'),
  GATEWAY_PORT: gatewayPortVariable,
  /** Host name of the entry point that answers hand out; the site's own by default. */
  GATEWAY_HOST: z.string().optional(),
  /** The role of the entry point, where the site is not to make it. */
  GATEWAY_DATABASE_URL: databaseUrlVariable.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrlVariable.optional(),
  SITE_URL: siteUrlVariable.optional(),
  DEMO: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1'),
  TRUSTED_PROXIES: count,
  UPSTASH_REDIS_REST_URL: url(/^https?$/, 'an http(s):// URL').optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
  REDIS_URL: url(/^rediss?$/, 'a redis:// URL').optional(),
  /** What such a store gets to answer, before the process counts by itself. */
  RATE_LIMIT_PATIENCE_MS: milliseconds({ least: 10, most: 5_000 }).default(100),
  /** The mail server; without one, mails are written as files. */
  SMTP_URL: url(/^smtps?$/, 'an smtp:// or smtps:// URL').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/, 'must be an address, such as Proxies <no-reply@example.com>')
    .optional(),
  SESSION_SECRET: key.optional(),
  API_KEY_PEPPER: key.optional(),
  CREDENTIALS_KEY: key.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_[A-Za-z0-9_]+$/, 'must be a secret or restricted key of Stripe (sk_… or rk_…)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of a Stripe webhook (whsec_…)')
    .optional(),
  /** Where Stripe's API is, if not at Stripe. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/, error: 'must be an https:// URL' }).optional(),
  /** `sandbox`: top-ups that cost nothing, for trying the site out; `off`: none. */
  PAYMENTS: z.enum(['sandbox', 'off'], { error: 'must be sandbox or off' }).optional(),
  /** What a remote supplier gets to answer, and after which it is not asked for an order again. */
  SUPPLIER_PATIENCE_SECONDS: seconds(60).default(15),
  SUPPLIER_GIVE_UP_SECONDS: seconds(600).default(120),
  LOG_LEVEL: logLevelVariable,
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
});

export interface Env extends z.infer<typeof shape> {
  /** Without a trailing slash. */
  SITE_URL: string;
  /** An IPv6 literal without its brackets. */
  GATEWAY_HOST: string;
  /** Whom mails come from. */
  MAIL_FROM: string;
}

/**
 * Reads the environment. An empty value counts as absent.
 * @throws EnvironmentError that names every wrong variable and what it should be.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const parsed = parseEnvironment(shape, source, (given) => [...storesOfLimits(given), ...waysOfPaying(given)]);
  const siteUrl = parsed.SITE_URL ?? `http://localhost:${parsed.PORT}`;
  const gatewayHost = parsed.GATEWAY_HOST ?? new URL(siteUrl).hostname;
  return {
    ...parsed,
    SITE_URL: siteUrl,
    GATEWAY_HOST: gatewayHost.replace(/^\[(.*)\]$/, '$1'),
    MAIL_FROM: parsed.MAIL_FROM ?? `ISP proxies <no-reply@${new URL(siteUrl).hostname}>`,
  };
}

/** The store of the limits per minute is named once, and whole. */
function storesOfLimits(given: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = [];
  if (Boolean(given.UPSTASH_REDIS_REST_URL) !== Boolean(given.UPSTASH_REDIS_REST_TOKEN)) {
    problems.push('UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN: set both or neither');
  }
  if (given.UPSTASH_REDIS_REST_URL && given.REDIS_URL) {
    problems.push('REDIS_URL: set it or UPSTASH_REDIS_REST_URL, not both');
  }
  return problems;
}

/** Stripe is set up whole, its key goes nowhere in clear, and nobody pays with play money on a site that others reach. */
function waysOfPaying(given: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = [];
  if (Boolean(given.STRIPE_SECRET_KEY) !== Boolean(given.STRIPE_WEBHOOK_SECRET)) {
    problems.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: set both or neither');
  }
  if (given.STRIPE_API_URL?.startsWith('http:') && !isLoopbackUrl(given.STRIPE_API_URL)) {
    problems.push('STRIPE_API_URL: must be an https:// URL, unless it is on this machine');
  }
  if (given.PAYMENTS && given.STRIPE_SECRET_KEY) {
    problems.push('PAYMENTS: leave it out where STRIPE_SECRET_KEY is set');
  }
  if (given.PAYMENTS === 'sandbox' && given.SITE_URL && !isLoopbackUrl(given.SITE_URL)) {
    problems.push('PAYMENTS: the sandbox gives money away, so SITE_URL must be a loopback address (http://localhost…)');
  }
  return problems;
}
