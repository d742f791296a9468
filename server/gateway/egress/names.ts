/** Resolves the names that clients ask for, over DNS alone: no thread is blocked, and names of /etc/hosts stay out of reach. */
import dns from 'node:dns';

/** Whatever the number of servers and their own timeouts, an answer is there after this. */
const DEADLINE_MS = 4_500;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 300_000;
const NEGATIVE_MS = 5_000;
/** Names kept of each family; the one that was not asked for the longest makes room. */
const CAPACITY = 10_000;
/** Failures that say nothing about the name. */
const TEMPORARY: ReadonlySet<string> = new Set([dns.TIMEOUT, dns.CONNREFUSED, dns.CANCELLED]);

/** Addresses, at least one; or why there are none. */
export type NameAnswer = readonly string[] | 'unknown_name' | 'name_timeout';

export interface Names {
  /** Calls back at once where the answer is known. Look-ups of one name that run at the same time are one. */
  resolve(name: string, family: 4 | 6, done: (answer: NameAnswer) => void): void;
  /** Ends the look-ups that run: each answers 'name_timeout'. */
  close(): void;
}

export interface NamesOptions {
  /** GATEWAY_DNS_SERVERS; those of the system where it is empty. */
  readonly servers: readonly string[];
  readonly now?: () => number;
}

type Query = (name: string, done: (error: NodeJS.ErrnoException | null, records: dns.RecordWithTtl[]) => void) => void;

export function createNames({ servers, now = Date.now }: NamesOptions): Names {
  const resolver = new dns.Resolver({ timeout: 1_500, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const ipv4 = createFamily((name, done) => resolver.resolve4(name, { ttl: true }, done), now);
  const ipv6 = createFamily((name, done) => resolver.resolve6(name, { ttl: true }, done), now);
  return {
    resolve: (name, family, done) => (family === 4 ? ipv4 : ipv6)(name, done),
    close: () => resolver.cancel(),
  };
}

/** The names of one kind of record: those known, and those being asked for. */
function createFamily(query: Query, now: () => number): (name: string, done: (answer: NameAnswer) => void) => void {
  // In the order of their last use.
  const known = new Map<string, { answer: NameAnswer; expiresAt: number }>();
  const asked = new Map<string, ((answer: NameAnswer) => void)[]>();

  function keep(name: string, answer: NameAnswer, forMs: number): void {
    known.delete(name);
    if (known.size >= CAPACITY) {
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    }
    known.set(name, { answer, expiresAt: now() + forMs });
  }

  function ask(name: string, waiting: ((answer: NameAnswer) => void)[]): void {
    asked.set(name, waiting);
    let deadline: NodeJS.Timeout | null = null;
    const answer = (result: NameAnswer) => {
      if (deadline === null) return;
      clearTimeout(deadline);
      deadline = null;
      asked.delete(name);
      for (const done of waiting) done(result);
    };
    deadline = setTimeout(answer, DEADLINE_MS, 'name_timeout');
    query(name, (error, records) => {
      const result = error ? failureOf(error) : records.map(({ address }) => address);
      const forMs = error ? NEGATIVE_MS : lifetimeMs(records);
      if (result !== 'name_timeout' && forMs > 0) keep(name, result, forMs);
      answer(result);
    });
  }

  return (name, done) => {
    const entry = known.get(name);
    if (entry && now() < entry.expiresAt) {
      known.delete(name);
      known.set(name, entry);
      done(entry.answer);
      return;
    }
    const waiting = asked.get(name);
    if (waiting) waiting.push(done);
    else ask(name, [done]);
  };
}

function failureOf(error: NodeJS.ErrnoException): 'unknown_name' | 'name_timeout' {
  return TEMPORARY.has(error.code ?? '') ? 'name_timeout' : 'unknown_name';
}

/** The shortest of the records, within bounds; 0 means that the answer is for those who asked only. */
function lifetimeMs(records: readonly dns.RecordWithTtl[]): number {
  const ms = 1_000 * Math.min(...records.map(({ ttl }) => ttl));
  return ms === 0 ? 0 : Math.min(Math.max(ms, SHORTEST_MS), LONGEST_MS);
}
