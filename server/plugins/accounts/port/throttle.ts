/** Throttling of doors: who tried too often waits. Subjects are kept as keyed hashes. */
import { deriveKey, keyedHash } from '#server/kernel/crypto.ts';
import type { Services } from '#server/kernel/services.ts';
import { countWithOneMore, longestMemorySeconds, type Patience, secondsToWait } from '../rules.ts';
import * as store from '../store/tries.ts';

/** Against what a try counts, and how patient the site is with it. */
export interface Door {
  readonly subject: string;
  readonly patience: Patience;
}

/** The answer to whoever has to wait. */
export interface Wait {
  readonly outcome: 'wait';
  readonly seconds: number;
}

/** Names a subject of throttling without keeping it in clear. */
function subjectHash({ secrets }: Services, subject: string): Buffer {
  return keyedHash(deriveKey(Buffer.from(secrets.session), 'subjects of throttling'), subject);
}

/** Counts a try against every door. @returns 0, or the seconds to wait where one of them asks for it; then nothing is counted. */
export async function countTry(services: Services, doors: readonly Door[]): Promise<number> {
  const known = new Map(doors.map((door) => [subjectHash(services, door.subject).toString('hex'), door.patience]));
  let seconds = 0;
  await services.db
    .transaction(async (tx) => {
      const rows = (
        await store.lockTries(
          tx,
          [...known.keys()].map((hex) => Buffer.from(hex, 'hex')),
        )
      ).map((row) => {
        const patience = known.get(row.subject.toString('hex'));
        if (!patience) throw new Error('tries of a subject that was not asked for');
        return { ...row, lastAt: row.last_at, patience };
      });
      seconds = Math.max(...rows.map((row) => secondsToWait(row, row.patience, row.now)));
      if (seconds > 0) throw TOO_EARLY;
      await store.writeTries(
        tx,
        rows.map((row) => row.subject),
        rows.map((row) => countWithOneMore(row, row.patience, row.now)),
      );
    })
    .catch((reason: unknown) => {
      if (reason !== TOO_EARLY) throw reason;
    });
  return seconds;
}

/** Rolls a refused try back, so that it leaves no row behind. */
const TOO_EARLY = Symbol('too early');

/** Forgets all tries at a door: whoever knocked has shown to be who he says. */
export async function forgiveTries(services: Services, { subject }: Door): Promise<void> {
  await store.forgetTries(services.db, subjectHash(services, subject));
}

/** Uncounts one try at each door. */
export async function takeBackTry(services: Services, doors: readonly Door[]): Promise<void> {
  await store.takeBackTry(
    services.db,
    doors.map(({ subject }) => subjectHash(services, subject)),
  );
}

/** Removes tries that no rule remembers any more. */
export async function forgetOldTries({ db }: Services): Promise<void> {
  await store.removeTriesBefore(db, new Date(Date.now() - longestMemorySeconds * 1_000));
}
