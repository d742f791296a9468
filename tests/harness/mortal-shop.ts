/** A shop that is killed at chosen moments and started again, beside the supplier that it sells from. */
import { afterAll } from 'vitest';
import { type DatabaseLine, openDatabaseLine } from './database-line.ts';
import { startServer } from './server.ts';
import { type Supplied, suppliedSite } from './supplied.ts';

/** Has the shop die at some moment to come: calls `die` there, once. */
export type Arm = (die: () => Promise<void>) => void;

export interface MortalShop {
  pair(): Supplied;
  /** Between the shop and its database. */
  database(): DatabaseLine;
  /** The shop dies as soon as it is about to send its database something that contains `text`. */
  at(text: string): Arm;
  /**
   * Has the shop die once by each of the arms, and starts it again after each; the first dies of `act`, the others of what the shop does by
   * itself.
   */
  dies(arms: readonly Arm[], act: () => Promise<unknown>): Promise<void>;
}

/** Starts both sites. Call it once, at the top of a file. */
export function mortalShop(): MortalShop {
  let database: DatabaseLine;
  const pair = suppliedSite({
    route: async (url) => {
      database = await openDatabaseLine(url);
      return database.url;
    },
  });
  afterAll(() => database.close());

  async function restart(): Promise<void> {
    const site = pair();
    const server = await startServer({ ...process.env, ...site.shop.env, DATABASE_URL: database.url });
    site.shop = { ...site.shop, server, port: server.port };
  }

  /** What the dead shop was at may be taken over at once, as it may some seconds later. */
  async function endLeases(): Promise<void> {
    await pair().shop.services.db.prisma.$executeRaw`
      UPDATE fulfilments SET lease_until = clock_timestamp() WHERE lease_until > clock_timestamp()`;
  }

  return {
    pair,
    database: () => database,
    at: (text) => (die) => void database.holdAt(text).then(die),
    async dies(arms, act) {
      for (const [nth, arm] of arms.entries()) {
        const dead = Promise.withResolvers<void>();
        let up: Promise<void> | null = null;
        arm(async () => {
          // The one to die is the one that was started last.
          await up;
          await pair().shop.server.kill();
          dead.resolve();
        });
        if (nth > 0) up = restart();
        const lost = (up ?? act()).catch(() => null);
        await dead.promise;
        await lost;
        pair().line.onAnswer(null);
        database.cut();
        database.mend();
        await endLeases();
      }
      await restart();
    },
  };
}
