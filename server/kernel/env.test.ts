import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { secretsOf } from './secrets.ts';

test('nothing set gives the documented defaults', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    GATEWAY: '1',
    GATEWAY_PORT: 1080,
    GATEWAY_HOST: 'localhost',
    DATA_DIR: '.data',
    SITE_URL: 'http://localhost:3000',
    DEMO: '1',
    TRUSTED_PROXIES: 0,
  });
});

test('an empty value counts as absent', () => {
  expect(readEnv({ PORT: '', SITE_URL: '' }).SITE_URL).toBe('http://localhost:3000');
});

test('the entry point is named after the site unless it has a name of its own', () => {
  expect(readEnv({ SITE_URL: 'https://proxies.example.com/' })).toMatchObject({
    SITE_URL: 'https://proxies.example.com',
    GATEWAY_HOST: 'proxies.example.com',
  });
  expect(readEnv({ GATEWAY_HOST: 'gate.example.com' }).GATEWAY_HOST).toBe('gate.example.com');
  expect(readEnv({ SITE_URL: 'http://[2001:db8::7]:3000' }).GATEWAY_HOST).toBe('2001:db8::7');
  expect(readEnv({ GATEWAY_HOST: '[2001:db8::7]' }).GATEWAY_HOST).toBe('2001:db8::7');
});

test('every wrong value is named with what it should be, all at once', () => {
  const wrong = {
    PORT: 'http',
    GATEWAY_PORT: '70000',
    DATABASE_URL: 'mysql://x',
    SITE_URL: 'https://example.com/sub?q=1',
    DEMO: 'yes',
    TRUSTED_PROXIES: '-1',
    REDIS_URL: 'localhost',
    API_KEY_PEPPER: 'c2hvcnQ=',
    UPSTASH_REDIS_REST_URL: 'https://redis.example.com',
  };
  expect(() => readEnv(wrong)).toThrowErrorMatchingInlineSnapshot(`
    [EnvironmentError: The environment is not right:
      PORT: must be a port number
      GATEWAY_PORT: must be a port number
      DATABASE_URL: must be a postgresql:// URL
      SITE_URL: must be an http:// or https:// URL without a path
      DEMO: must be 0 or 1
      TRUSTED_PROXIES: must be a whole number
      REDIS_URL: must be a redis:// URL
      API_KEY_PEPPER: must hold at least 32 bytes, in base64 (openssl rand -base64 32)
      UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN: set both or neither
      REDIS_URL: set it or UPSTASH_REDIS_REST_URL, not both]
  `);
});

test('a wrong value is not repeated in the message where it may be a secret', () => {
  expect(() => readEnv({ SESSION_SECRET: 'canary-not-base64!' })).toThrow(/^(?!.*canary)/s);
});

test('a database of the operator’s own demands the secrets, by name', () => {
  expect(() => secretsOf(readEnv({ DATABASE_URL: 'postgresql://db/site' }))).toThrow(
    'SESSION_SECRET, API_KEY_PEPPER, CREDENTIALS_KEY',
  );
});

test.each([
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'set both or neither'],
  [{ STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'must be a secret or restricted key of Stripe'],
  [{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', PAYMENTS: 'sandbox' }, 'leave it out'],
  [{ STRIPE_API_URL: 'http://stripe.example.com' }, 'must be an https:// URL'],
  [{ PAYMENTS: 'sandbox', SITE_URL: 'https://proxies.example.com' }, 'must be a loopback address'],
  [{ PAYMENTS: 'sandbox', SITE_URL: 'http://127.0.0.1.example.com' }, 'must be a loopback address'],
])('ways of paying that do not fit together are refused: %j', (given, problem) => {
  expect(() => readEnv(given)).toThrow(problem);
});

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])('the sandbox is for %s', (url) => {
  expect(readEnv({ PAYMENTS: 'sandbox', SITE_URL: url, STRIPE_API_URL: 'http://127.0.0.1:12111' })).toMatchObject({
    PAYMENTS: 'sandbox',
  });
});
