/** Renewals as they are written and found again. */
import type { Country } from '#prisma/generated/enums.ts';
import { type Queryable, statement, type Transaction } from '#server/kernel/database.ts';
import type { AccountId, RenewalId } from '#server/kernel/ids.ts';
import type { Cents } from '#server/kernel/money.ts';

/** A renewal as a repeated request is answered with. */
export interface RenewalRow {
  id: RenewalId;
  qty: number;
  total_cents: Cents;
}

const byKeyStatement = statement<RenewalRow, [AccountId, string, number]>(
  'renewals.by_key',
  'SELECT id, qty, total_cents FROM renewals WHERE account_id = $1 AND idempotency_key = $2 AND part = $3',
);

/** What was renewed under a key already; null where nothing was. */
export async function byKey(db: Queryable, accountId: AccountId, key: string, part: number): Promise<RenewalRow | null> {
  return (await db.run(byKeyStatement, accountId, key, part))[0] ?? null;
}

/** A renewal to be written, its proxies column by column. */
export interface NewRenewal {
  accountId: AccountId;
  key: string;
  part: number;
  totalCents: Cents;
  discountCents: Cents;
  automatic: boolean;
  proxies: readonly { id: string; country: Country; valid_from: Date; valid_until: Date; unitCents: Cents }[];
}

const insertStatement = statement<
  { id: RenewalId; created_at: Date },
  [
    AccountId,
    string,
    number,
    number,
    Cents,
    Cents,
    boolean,
    readonly string[],
    readonly Date[],
    readonly Date[],
    readonly number[],
  ]
>(
  'renewals.insert',
  `WITH renewal AS (
     INSERT INTO renewals (account_id, idempotency_key, part, qty, total_cents, discount_cents, automatic, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp()) RETURNING id, created_at
   ), renewed AS (
     INSERT INTO renewal_proxies (renewal_id, proxy_id, valid_from, valid_until, unit_price_cents)
     SELECT renewal.id, one.* FROM renewal, unnest($8::text[], $9::timestamptz[], $10::timestamptz[], $11::int[]) AS one
   )
   SELECT id, created_at FROM renewal`,
);

/** Writes a renewal. @returns its id and its moment, by the database's clock. */
export async function insert(tx: Transaction, renewal: NewRenewal): Promise<{ id: RenewalId; created_at: Date }> {
  const { proxies } = renewal;
  const [row] = await tx.run(
    insertStatement,
    renewal.accountId,
    renewal.key,
    renewal.part,
    proxies.length,
    renewal.totalCents,
    renewal.discountCents,
    renewal.automatic,
    proxies.map((proxy) => proxy.id),
    proxies.map((proxy) => proxy.valid_from),
    proxies.map((proxy) => proxy.valid_until),
    proxies.map((proxy) => proxy.unitCents),
  );
  if (!row) throw new Error('an insert returned no row');
  return row;
}
