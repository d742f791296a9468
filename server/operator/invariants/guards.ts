/** Invariants of the database itself: that what the migrations put behind the rules still stands and is switched on. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Invariant } from './invariant.ts';

const migrations = path.join(import.meta.dirname, '../../../prisma/migrations');

/** What makes or drops a constraint, a unique index or a trigger; all that matters of it is the name. */
const CHANGE = /(DROP\s+)?(?:CONSTRAINT|UNIQUE\s+INDEX|INDEX|TRIGGER)\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?"(\w+)"/g;
const PLAIN_INDEX = /CREATE\s+INDEX\s+"\w+"/g;

/** Reads the migrations: what they made is expected, so that a new one needs no second list. */
export async function guardInvariants(): Promise<Invariant[]> {
  const folders = (await readdir(migrations, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const guards = new Set<string>();
  for (const name of folders.map((folder) => folder.name).sort()) {
    // An index that is not unique makes things quick, not right.
    const script = (await readFile(path.join(migrations, name, 'migration.sql'), 'utf8')).replace(PLAIN_INDEX, '');
    for (const [, dropped, guard = ''] of script.matchAll(CHANGE)) {
      if (dropped) guards.delete(guard);
      else guards.add(guard);
    }
  }
  return [
    {
      rule: 'guards_exist',
      says: 'Every constraint, unique index and trigger that the migrations made is there.',
      sql: `SELECT format('%s is missing', guard) AS detail
            FROM unnest(ARRAY[${[...guards].map((guard) => `'${guard}'`).join(', ')}]) AS guard
            WHERE guard NOT IN (
              SELECT conname FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
              UNION SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
              UNION SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
                    WHERE relnamespace = current_schema()::regnamespace AND indisunique AND indisvalid)`,
    },
    {
      rule: 'guards_are_on',
      says: 'No constraint is unchecked and no trigger is switched off.',
      // Of PostgreSQL before 18, pg_constraint has no conenforced.
      sql: `SELECT format('constraint %s on %s was not checked or is not enforced', conname, conrelid::regclass) AS detail
            FROM pg_constraint
            WHERE connamespace = current_schema()::regnamespace
              AND NOT (convalidated AND coalesce((to_jsonb(pg_constraint) ->> 'conenforced')::boolean, true))
            UNION ALL
            SELECT DISTINCT format('trigger of %s on %s is switched off', coalesce(conname, tgname), tgrelid::regclass)
            FROM pg_trigger
            JOIN pg_class ON pg_class.oid = tgrelid AND relnamespace = current_schema()::regnamespace
            LEFT JOIN pg_constraint ON pg_constraint.oid = tgconstraint
            WHERE tgenabled NOT IN ('O', 'A')`,
    },
  ];
}
