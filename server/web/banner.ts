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
      `  Support      ${demo.support.email}  password ${demo.support.password}`,
      ...(demo.apiKey === null
        ? ['  Demo API key replaced since: generate another in the client area']
        : keyLines(api, demo.apiKey)),
    );
  }
  lines.push('', '  Ctrl-C stops everything.', '');
  return lines.join('\n');
}

function keyLines(api: string, apiKey: string): string[] {
  return [
    `  Demo API key ${apiKey}`,
    '',
    '  Buy a proxy:',
    `  curl -sS ${api}/buy -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' ` +
      `-H "Idempotency-Key: demo-$(date +%s)" -d '{"country":"fr","qty":1}'`,
  ];
}
