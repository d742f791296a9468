/** What went through proxies, written to the database in batches that count exactly once each. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Log } from '#server/kernel/log.ts';
import type { Credential, Usage } from './directory/credential.ts';

export interface UsageWriter {
  /** Notes that the credential's `usage` has grown: the next flush takes what it holds and sets it to zero. */
  touched(credential: Credential): void;
  /**
   * Writes what has been counted, to the day (UTC) on which it arrives. What cannot be written is kept, by proxy,
   * and written later; the log tells.
   */
  flush(): Promise<void>;
  /** Stops writing by the clock, writes once more, and closes the connection. */
  close(): Promise<void>;
}

export interface UsageOptions {
  /** By the entry point's own role. */
  readonly databaseUrl: string;
  readonly log: Log;
}

const FLUSH_MS = 10_000;
const ANSWER_MS = 10_000;
/** Credentials in one statement. */
const BATCH = 5_000;

/** Numbered from 1 in this run of the entry point. Under its number it counts once, however often it is sent. */
interface Batch {
  readonly sequence: number;
  readonly totals: ReadonlyMap<string, Usage>;
}

export function createUsage({ databaseUrl, log }: UsageOptions): UsageWriter {
  const gateway = randomUUID();
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    query_timeout: ANSWER_MS,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'entry point usage',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'the connection for usage broke'));
  const waiting = new Set<Credential>();
  /** Sent and not known to have arrived: it stays as it is until it has. */
  let unanswered: Batch | null = null;
  let sequence = 0;

  const nextBatch = (): Batch | null => {
    const totals = takeTotals(waiting);
    if (totals.size === 0) return null;
    sequence += 1;
    return { sequence, totals };
  };

  const write = async () => {
    try {
      for (unanswered ??= nextBatch(); unanswered; unanswered = nextBatch()) await send(pool, gateway, unanswered);
    } catch (error) {
      log.warn({ err: error }, 'usage could not be written; it is kept');
    }
  };
  let writing: Promise<void> = Promise.resolve();
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(flush, FLUSH_MS);

  return {
    touched: (credential) => waiting.add(credential),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
      await pool.end();
      const lost = waiting.size + (unanswered?.totals.size ?? 0);
      if (lost > 0) log.error({ credentials: lost }, 'usage is lost: there was no database to write it to');
    },
  };
}

/** Empties the counters of some credentials. A credential that another took the place of counts for the same proxy. */
function takeTotals(waiting: Set<Credential>): Map<string, Usage> {
  const totals = new Map<string, Usage>();
  for (const credential of waiting) {
    if (totals.size === BATCH) break;
    waiting.delete(credential);
    const { proxyId, usage } = credential;
    const { up, down, connections } = usage;
    if (up + down + connections === 0) continue;
    Object.assign(usage, { up: 0, down: 0, connections: 0 });
    const total = totals.get(proxyId) ?? { up: 0, down: 0, connections: 0 };
    totals.set(proxyId, { up: total.up + up, down: total.down + down, connections: total.connections + connections });
  }
  return totals;
}

async function send(pool: pg.Pool, gateway: string, { sequence, totals }: Batch): Promise<void> {
  const counts = [...totals.values()];
  await pool.query('SELECT gateway_count_usage($1, $2, $3, $4, $5, $6)', [
    gateway,
    sequence,
    [...totals.keys()],
    counts.map(({ up }) => up),
    counts.map(({ down }) => down),
    counts.map(({ connections }) => connections),
  ]);
}
