/** What a stranger does first: starts the site on nothing, and pastes the lines that it prints. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createdAnswer } from '#server/rest/contract.ts';
import { scratchFolder } from '#tests/harness/cluster.ts';
import { type SiteServer, startServer } from '#tests/harness/server.ts';

const run = promisify(execFile);

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let site: SiteServer;
beforeAll(async () => {
  folder = await scratchFolder();
  const anyPort = { PORT: '0', GATEWAY_PORT: '0', GATEWAY_METRICS_PORT: '0' };
  site = await startServer({ NODE_ENV: 'production', HOST: '127.0.0.1', DATA_DIR: folder.path, ...anyPort });
});
afterAll(async () => {
  await site?.stop();
  await folder?.remove();
});

/** The nth line that it prints to be pasted, as a shell in an empty folder does it. */
async function pasted(nth: number): Promise<string> {
  const lines = () => [...site.output().matchAll(/^ {2}(curl .*)\n/gm)].map(([, line = '']) => line);
  await vi.waitFor(() => expect(lines().length).toBeGreaterThan(nth), { timeout: 20_000 });
  return (await run('bash', ['-c', lines()[nth] ?? 'false'], { cwd: folder.path })).stdout;
}

test('the first printed line buys a proxy, the second goes through it and shows its exit address', async (context) => {
  if (!(await run('curl', ['--version']).then(Boolean, () => false))) context.skip('there is no curl');
  const order = createdAnswer.parse(JSON.parse(await pasted(0)));
  expect(order).toMatchObject({ qty: 1, country: 'fr' });
  expect(JSON.parse(await readFile(`${folder.path}/proxy.json`, 'utf8'))).toMatchObject({ order_id: order.order_id });
  expect(await pasted(1)).toMatch(/^127\.0\.1\.\d+\n$/);
});
