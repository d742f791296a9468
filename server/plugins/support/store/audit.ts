/** The audit: every query of it. It is only ever added to. */
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId } from '#server/kernel/ids.ts';

/** What JSON can say. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What is written down of a change. */
export interface AuditEntry {
  /** Who of support did it; null for the operator's command. */
  readonly actorId: AccountId | null;
  /** `accounts.lock`: the page of the desk, and what was done there. */
  readonly action: `${string}.${string}`;
  readonly subject: { readonly kind: string; readonly id: string | number };
  /** 3 to 500 characters. */
  readonly reason: string;
  /** What was changed, as it was and as it is: amounts in cents, moments in ISO 8601; never a password, a key, a token or a hash. */
  readonly before: { readonly [name: string]: Json };
  readonly after: { readonly [name: string]: Json };
}

const addStatement = statement<object, [AccountId | null, string, string, string, string, string, string]>(
  'support.audit',
  `INSERT INTO audit_entries (actor_id, action, subject_kind, subject_id, reason, before, after)
   VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb)`,
);

/** Writes down a change, in the transaction that makes it: neither is there without the other. */
export async function audit(tx: Transaction, { actorId, action, subject, reason, before, after }: AuditEntry): Promise<void> {
  const { kind, id } = subject;
  await tx.run(addStatement, actorId, action, kind, String(id), reason, JSON.stringify(before), JSON.stringify(after));
}

/** An entry as it is read. */
export interface AuditRow {
  id: number;
  at: Date;
  actor_id: AccountId | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  reason: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Which entries are meant: null leaves out that condition. The actor `operator` is the operator's command. */
export interface AuditConditions {
  readonly actor: AccountId | 'operator' | null;
  readonly action: string | null;
  readonly subjectKind: string | null;
  readonly subjectId: string | null;
}

type ConditionValues = [AccountId | null, boolean, string | null, string | null, string | null];
const valuesOf = ({ actor, action, subjectKind, subjectId }: AuditConditions): ConditionValues => [
  actor === 'operator' ? null : actor,
  actor === 'operator',
  action,
  subjectKind,
  subjectId,
];

const FOUND = `($1::int IS NULL OR actor_id = $1) AND (NOT $2::boolean OR actor_id IS NULL) AND ($3::text IS NULL OR action = $3)
   AND ($4::text IS NULL OR subject_kind = $4) AND ($5::text IS NULL OR subject_id = $5)`;

const pageStatement = statement<AuditRow, [...ConditionValues, number, number]>(
  'support.audit_page',
  `SELECT id, at, actor_id, action, subject_kind, subject_id, reason, before, after FROM audit_entries
   WHERE ${FOUND} ORDER BY id DESC LIMIT $6 OFFSET $7`,
);

/** Entries that were found, newest first. */
export function auditPage(db: Queryable, conditions: AuditConditions, limit: number, offset: number): Promise<AuditRow[]> {
  return db.run(pageStatement, ...valuesOf(conditions), limit, offset);
}

const countStatement = statement<{ entries: number }, ConditionValues>(
  'support.count_audit',
  `SELECT count(*)::int AS entries FROM audit_entries WHERE ${FOUND}`,
);

/** How many entries there are of a kind. */
export async function countAudit(db: Queryable, conditions: AuditConditions): Promise<number> {
  const [row] = await db.run(countStatement, ...valuesOf(conditions));
  if (!row) throw new Error('an aggregate returned no row');
  return row.entries;
}

const actorsStatement = statement<{ actor_id: AccountId }, []>(
  'support.audit_actors',
  'SELECT DISTINCT actor_id FROM audit_entries WHERE actor_id IS NOT NULL ORDER BY actor_id',
);

/** Everybody of support who ever changed something. */
export async function auditActors(db: Queryable): Promise<AccountId[]> {
  return (await db.run(actorsStatement)).map(({ actor_id }) => actor_id);
}

const actionsStatement = statement<{ action: string }, []>(
  'support.audit_actions',
  'SELECT DISTINCT action FROM audit_entries ORDER BY action',
);

/** Everything that was ever done. */
export async function auditActions(db: Queryable): Promise<string[]> {
  return (await db.run(actionsStatement)).map(({ action }) => action);
}
