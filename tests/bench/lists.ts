/** `bench -- lists`: what the first pages of long lists cost beside those of short ones, by the procedures that the pages call. */
import pg from 'pg';
import type { AccountId } from '#server/kernel/ids.ts';
import { callerOf } from '#tests/harness/owner.ts';
import type { ScratchCluster } from '../harness/cluster.ts';
import { scratchEnv } from '../harness/server.ts';
import { servicesOf } from '../harness/services.ts';
import { fillAccounts, fillAddresses, fillHistory, settle } from './fill.ts';
import { median, rounded } from './rounds.ts';

const LARGE = { accountId: 1 as AccountId, proxies: 10_000, calls: 300_000 };
const SMALL = { accountId: 2 as AccountId, proxies: 100, calls: 1_000 };
/** What everybody else has. */
const OTHERS = { proxies: 10_000, calls: 100_000 };

/** @returns medians of a call in the small and in the large account by turns, one at a time; `ratio` is how many times slower the large one is. */
export async function lists(cluster: ScratchCluster, options: { rounds: number; progress(line: string): void }) {
  const url = await cluster.createDatabase('lists');
  options.progress('filling a database');
  await fill(url);
  const services = servicesOf(scratchEnv(url));
  const callers = [SMALL, LARGE].map(({ accountId }) => {
    const principal = { accountId, email: '', role: 'customer', resellerMode: true, via: 'session' } as const;
    return callerOf(services, principal);
  });
  type Caller = (typeof callers)[number];
  const pages: Record<string, (caller: Caller) => Promise<unknown>> = {
    proxies: (caller) => caller.proxies.list({}),
    proxies_searched: (caller) => caller.proxies.list({ search: 'a1' }),
    proxies_expiring: (caller) => caller.proxies.list({ status: 'expiring', sort: 'expires_first' }),
    requests: (caller) => caller.records.calls({}),
    requests_refused: (caller) => caller.records.calls({ result: 'refused' }),
    requests_by_code: (caller) => caller.records.calls({ code: 'insufficient_balance' }),
  };
  const result: Record<string, object> = {};
  for (const [name, page] of Object.entries(pages)) {
    options.progress(name);
    const times = callers.map((): number[] => []);
    for (let round = 0; round <= options.rounds * 5; round += 1) {
      for (const [side, caller] of callers.entries()) {
        const begin = performance.now();
        await page(caller);
        // The first warms plans and caches up.
        if (round > 0) times[side]?.push(performance.now() - begin);
      }
    }
    const [small, large] = times.map(median);
    if (small === undefined || large === undefined) throw new Error('two accounts were measured');
    result[name] = { small_ms: rounded(small, 1), large_ms: rounded(large, 1), ratio: rounded(large / small, 1) };
  }
  await services.db.close();
  return { bench: 'lists', small: SMALL, large: LARGE, ...result };
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const proxies = LARGE.proxies + SMALL.proxies + OTHERS.proxies;
  await fillAccounts(client);
  await fillAddresses(client, 1, proxies);
  await fillHistory(client, proxies);
  // By turns, so that every age is among them.
  const nth = `row_number() OVER (ORDER BY md5(id))`;
  await client.query(`
    UPDATE proxies SET account_id = CASE WHEN turn.nth <= ${LARGE.proxies} THEN ${LARGE.accountId} ELSE ${SMALL.accountId} END
    FROM (SELECT id, ${nth} AS nth FROM proxies WHERE account_id > ${SMALL.accountId}) AS turn
    WHERE proxies.id = turn.id AND turn.nth <= ${LARGE.proxies + SMALL.proxies}`);
  for (const [account, calls] of [
    [`${LARGE.accountId}`, LARGE.calls],
    [`${SMALL.accountId}`, SMALL.calls],
    [`3 + n % 500`, OTHERS.calls],
  ] as const) {
    await client.query(`
      INSERT INTO api_calls (account_id, at, request_id, method, route, status, code, client_address, duration_ms, replay)
        SELECT ${account}, now() - n * interval '29 days' / ${calls}, gen_random_uuid(), 'POST', '/buy',
               CASE WHEN n % 50 = 0 THEN 402 ELSE 201 END, CASE WHEN n % 50 = 0 THEN 'insufficient_balance' END, '203.0.113.7', 4, false
        FROM generate_series(1, ${calls}) AS n`);
  }
  await settle(client);
  await client.end();
}
