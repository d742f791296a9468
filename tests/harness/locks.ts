/** Holds what a purchase needs, so that a test decides when it goes on. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Reseller } from './reseller.ts';
import type { Site } from './site.ts';

export interface HeldLock {
  /** Resolves once somebody waits for it. */
  waitedFor(): Promise<void>;
  /** Gives it back; what was changed under it is undone. */
  release(): Promise<void>;
  /** Gives it back; what was changed under it stays. */
  commit(): Promise<void>;
}

/** Locks the money of an account: purchases of this account wait, holding their keys. */
export function lockAccount(site: Site, { accountId }: Reseller): Promise<HeldLock> {
  return hold(site, `SELECT 1 FROM billing_accounts WHERE account_id = ${accountId} FOR UPDATE`);
}

/** Takes all of a country's free addresses, as a buyer does whose transaction is still open. */
export function takeStock(site: Site, country: 'fr' | 'es' | 'eu'): Promise<HeldLock> {
  const until = `now() + interval '30 days'`;
  return hold(site, `UPDATE addresses SET free_at = ${until} WHERE country = '${country}' AND free_at <= now()`);
}

/** Keeps everybody from reading proxies, the entry point among them. */
export function lockProxies(site: Site): Promise<HeldLock> {
  return hold(site, 'LOCK TABLE proxies IN ACCESS EXCLUSIVE MODE');
}

/** Closes a payment on hold, as somebody of support does whose transaction is still open. */
export function closingPayment(site: Site, id: string): Promise<HeldLock> {
  return hold(site, `UPDATE payments SET closed_at = now(), version = version + 1 WHERE id = '${id}'`);
}

async function hold({ services }: Site, sql: string): Promise<HeldLock> {
  const client = new pg.Client({ connectionString: services.env.DATABASE_URL });
  await client.connect();
  await client.query('BEGIN');
  const pid = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  await client.query(sql);
  const end = async (how: 'ROLLBACK' | 'COMMIT') => {
    await client.query(how);
    await client.end();
  };
  return {
    async waitedFor() {
      for (;;) {
        const rows = await services.db.prisma.$queryRaw<{ pid: number }[]>`
          SELECT pid FROM pg_stat_activity WHERE ${pid}::int = ANY (pg_blocking_pids(pid))`;
        if (rows.length > 0) return;
        await pause(10);
      }
    },
    release: () => end('ROLLBACK'),
    commit: () => end('COMMIT'),
  };
}
