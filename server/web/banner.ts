/** What the site prints when all is up: the addresses, the demo sign-in and a line that buys a proxy. */
import type { Env } from '../kernel/env.ts';
import type { DemoAccount } from '../operator/demo.ts';
import { API_BASE_PATH } from '../plugins/reseller/rules.ts';

/** @param demo the demo account, null where there is no demo data. */
export function banner(env: Env, demo: DemoAccount | null): string {
  const api = env.SITE_URL + API_BASE_PATH;
  const lines = [
    '',
    `  Listening    http://localhost:${env.PORT}`,
    `  Site         ${env.SITE_URL}`,
    `  API          ${api}`,
    `  Reference    ${env.SITE_URL}/docs`,
  ];
  if (demo) {
    lines.push(
      '',
      `  Demo sign-in ${demo.email}  password ${demo.password}`,
      `  Demo API key ${demo.apiKey}`,
      '',
      '  Buy a proxy:',
      `  curl -sS ${api}/buy -H 'Authorization: Bearer ${demo.apiKey}' -H 'Content-Type: application/json' ` +
        `-H "Idempotency-Key: demo-$(date +%s)" -d '{"country":"fr","qty":1}'`,
    );
  }
  lines.push('', '  Ctrl-C stops everything.', '');
  return lines.join('\n');
}
