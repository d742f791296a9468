/** What the site prints when all is up: the addresses, the demo sign-in, a line that buys a proxy and one that uses it. */

import { API_BASE_PATH } from '#server/kernel/api-path.ts';
import { authority } from '../kernel/authority.ts';
import type { Env } from '../kernel/env.ts';
import { ipUrl } from '../kernel/ip-url.ts';
import type { DemoAccount } from '../operator/demo.ts';
import { outboxFolder } from '../plugins/mail/rules.ts';

/** @param demo the demo account, null where there is no demo data. */
export function banner(env: Env, demo: DemoAccount | null): string {
  const api = env.SITE_URL + API_BASE_PATH;
  const lines = [
    '',
    `  Listening    http://localhost:${env.PORT}`,
    `  Site         ${env.SITE_URL}`,
    `  API          ${api}`,
    `  Reference    ${env.SITE_URL}/docs`,
    ...(env.PAYMENTS === 'sandbox' ? ['  Top-ups      play money (PAYMENTS=sandbox)'] : []),
    ...(env.GATEWAY === '1' ? [`  Entry point  ${entryPoint(env)} (SOCKS5 and HTTP)`] : []),
    ...(env.SMTP_URL ? [] : [`  Mails        written to ${outboxFolder(env.DATA_DIR)} (set SMTP_URL to send them)`]),
  ];
  if (demo) {
    lines.push(
      '',
      `  Demo sign-in ${demo.email}  password ${demo.password}`,
      `  Support      ${demo.support.email}  password ${demo.support.password}`,
      ...(demo.apiKey === null
        ? ['  Demo API key replaced since: generate another in the client area']
        : keyLines(env, api, demo.apiKey)),
    );
  }
  lines.push('', '  Ctrl-C stops everything.', '');
  return lines.join('\n');
}

function keyLines(env: Env, api: string, apiKey: string): string[] {
  return [
    `  Demo API key ${apiKey}`,
    '',
    `  Buy a proxy; the answer is kept in ${ANSWER_FILE}:`,
    `  curl -sS ${api}/buy -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' ` +
      `-H "Idempotency-Key: demo-$(date +%s)" -d '{"country":"fr","qty":1}' | tee ${ANSWER_FILE}`,
    ...(env.GATEWAY === '1'
      ? [
          '',
          '  Use it: this shows the address that the proxy leaves from.',
          `  curl -sS --socks5-hostname ${entryPoint(env)} ` +
            `--proxy-user "$(sed -E 's/.*"username":"([^"]*)","password":"([^"]*)".*/\\1:\\2/' ${ANSWER_FILE})" ${ipUrl(env.SITE_URL)}`,
        ]
      : []),
  ];
}

/** Where the printed lines keep the bought proxy, in the folder where they are run. */
const ANSWER_FILE = 'proxy.json';

function entryPoint({ GATEWAY_HOST, GATEWAY_PORT }: Env): string {
  return authority(GATEWAY_HOST, GATEWAY_PORT);
}
