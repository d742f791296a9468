/** The last check of all invariants: one row, which the desk reads and whoever checks writes. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';

/** What a check found. */
export interface Verification {
  readonly ok: boolean;
  /** How many there are of everything that was checked. */
  readonly checked: Readonly<Record<string, number>>;
  readonly violations: readonly { readonly rule: string; readonly detail: string }[];
}

/** The last check that ended, null before the first; `running` while one is asked for or under way. */
export interface LastVerification {
  finished_at: Date | null;
  ok: boolean | null;
  checked: Record<string, number> | null;
  violations: { rule: string; detail: string }[] | null;
  running: boolean;
}

/** A check that has taken so long was given up. */
const GIVEN_UP = `interval '15 minutes'`;

const lastStatement = statement<LastVerification, []>(
  'support.last_verification',
  `SELECT finished_at, ok, checked, violations,
          (requested_at > coalesce(started_at, '-infinity') AND requested_at > now() - ${GIVEN_UP})
          OR (started_at > coalesce(finished_at, '-infinity') AND started_at > now() - ${GIVEN_UP}) AS running
   FROM verifications`,
);

export async function lastVerification(db: Queryable): Promise<LastVerification> {
  const [row] = await db.run(lastStatement);
  if (!row) throw new Error('the row of the verification is missing');
  return { ...row, running: row.running === true };
}

const requestStatement = statement<object, [AccountId]>(
  'support.request_verification',
  'UPDATE verifications SET requested_at = clock_timestamp(), requested_by = $1',
);

/** Asks for a check; one that is asked for already is the same. */
export async function requestVerification(db: Queryable, by: AccountId): Promise<void> {
  await db.run(requestStatement, by);
}

const claimStatement = statement<{ id: number }, []>(
  'support.claim_verification',
  `UPDATE verifications SET started_at = clock_timestamp()
   WHERE (requested_at > coalesce(started_at, '-infinity') OR coalesce(finished_at, '-infinity') < now() - interval '1 day')
     AND (coalesce(started_at, '-infinity') <= coalesce(finished_at, '-infinity') OR started_at < now() - ${GIVEN_UP})
   RETURNING id`,
);

/** Takes on a check that was asked for, or that is due: one a day at least. @returns false where there is none, or somebody is at it. */
export async function claimVerification(db: Queryable): Promise<boolean> {
  return (await db.run(claimStatement)).length > 0;
}

const finishStatement = statement<object, [boolean, string, string]>(
  'support.finish_verification',
  'UPDATE verifications SET finished_at = clock_timestamp(), ok = $1, checked = $2::jsonb, violations = $3::jsonb',
);

export async function finishVerification(db: Queryable, { ok, checked, violations }: Verification): Promise<void> {
  await db.run(finishStatement, ok, JSON.stringify(checked), JSON.stringify(violations));
}
