/**
 * The database: prepared statements for nearly everything, and Prisma on the same pool for simple look-ups and lists.
 * A statement is a constant with a name, so that PostgreSQL plans it once a connection and the benchmark can run the very same text.
 */
import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '#prisma/generated/client.ts';

/** A prepared statement: `Row` is what it returns, `Values` its parameters in order. */
export interface Statement<Row extends object, Values extends readonly unknown[]> {
  readonly name: string;
  readonly text: string;
  /** Carries the types; never set. */
  readonly types?: { row: Row; values: Values };
}

/** Declares a statement. `name` is unique over the site: `plugin.what`. */
export function statement<Row extends object, Values extends readonly unknown[]>(
  name: string,
  text: string,
): Statement<Row, Values> {
  return { name, text };
}

/** What runs statements: the database itself (each on its own) or a transaction. */
export interface Queryable {
  run<Row extends object, Values extends readonly unknown[]>(
    statement: Statement<Row, Values>,
    ...values: Values
  ): Promise<Row[]>;
}

/**
 * An open transaction at READ COMMITTED. Statements are executed in the order in which `run` was called, and one may be sent before the
 * answer to the last: `Promise.all` over statements that do not need each other's results is one trip to the database.
 */
export interface Transaction extends Queryable {
  /**
   * Runs `work` under a savepoint: where it fails, what it wrote is undone and the transaction goes on. It must send all of its statements
   * before it first waits, for the savepoint is released right behind them.
   * @returns the error, or null where `work` succeeded.
   */
  attempt(work: () => Promise<void>): Promise<unknown>;
}

export interface Database extends Queryable {
  readonly prisma: PrismaClient;
  /** Commits what `work` did when it returns, rolls back when it throws. The error of a lost COMMIT is thrown as it is. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** True when the database answers. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

const INT8 = 20;
/** Sums and cents are safe integers by far, so int8 arrives as a number. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`);
  return value;
}

/** What node-postgres does not declare: the socket of a connection. */
interface Wired {
  readonly connection: { readonly stream: { cork(): void; uncork(): void } };
}

/** Statements that are sent in the same tick leave in one packet, so that `Promise.all` of several is one trip to the database. */
export function gather(client: pg.PoolClient): void {
  const { stream } = (client as pg.PoolClient & Wired).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function runOn(client: pg.Pool | pg.PoolClient): Queryable['run'] {
  return async <Row extends object, Values extends readonly unknown[]>(
    { name, text }: Statement<Row, Values>,
    ...values: Values
  ) => (await client.query<Row>({ name, text, values: values as unknown as unknown[] })).rows;
}

/**
 * Opens a pool. Connections are made when they are needed.
 * @param onIdleError told of a connection that broke while nobody used it.
 */
export function openDatabase(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    // On few cores more connections are not faster; waiting in line here is cheaper than waiting in PostgreSQL.
    max: 12,
    connectionTimeoutMillis: 5_000,
    pipeline: true,
    // A prepared statement's values say little about its best plan here, and planning anew can cost more than executing.
    // Days are those of UTC, and of 24 hours, whatever zone a database of the operator's own is set to.
    options: '-c plan_cache_mode=force_generic_plan -c TimeZone=UTC',
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    types: { getTypeParser: (oid, format) => (oid === INT8 ? parseInt8 : pg.types.getTypeParser(oid, format)) },
  });
  pool.on('error', onIdleError);
  // The pool listens to idle connections only: one that breaks between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => createHash('md5').update(sql).digest('hex') }),
  });

  return {
    prisma,
    run: runOn(pool),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      let over = false;
      /** What still comes from a branch of `work` that nobody waited for must not reach the next user of the connection. */
      const assertOpen = () => {
        if (over) throw new Error('the transaction is over');
      };
      try {
        const run = runOn(client);
        const tx: Transaction = {
          async run(...statement) {
            assertOpen();
            gather(client);
            return run(...statement);
          },
          attempt: (step) => attempt(client, step, assertOpen),
        };
        gather(client);
        const [, result] = await Promise.all([client.query('BEGIN'), work(tx)]);
        over = true;
        await client.query('COMMIT');
        return result;
      } catch (error) {
        over = true;
        await client.query('ROLLBACK').catch((reason: Error) => {
          broken = reason;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    isReady: () =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

async function attempt(client: pg.PoolClient, step: () => Promise<void>, assertOpen: () => void): Promise<unknown> {
  assertOpen();
  gather(client);
  const savepoint = client.query('SAVEPOINT attempt');
  const stepping = step();
  // Sent along with the step; where that fails, so does this, and nothing is released.
  const release = client.query('RELEASE SAVEPOINT attempt');
  const [, problem] = await Promise.allSettled([savepoint, stepping, release]);
  await savepoint;
  if (problem.status === 'fulfilled') {
    await release;
    return null;
  }
  assertOpen();
  await client.query('ROLLBACK TO SAVEPOINT attempt');
  return problem.reason;
}
