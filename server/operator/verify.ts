/** Checks every invariant of money, stock, orders and invoices on a live database. */
import { type Database, statement, type Transaction } from '#server/kernel/database.ts';
import { limits } from '#server/kernel/limits.ts';
import type { Secrets } from '#server/kernel/secrets.ts';
import { unsealSample } from '#server/plugins/proxies/port.ts';
import { creditNoteInvariants } from './invariants/credit-notes.ts';
import { guardInvariants } from './invariants/guards.ts';
import type { Invariant } from './invariants/invariant.ts';
import { invoiceInvariants } from './invariants/invoices.ts';
import { moneyInvariants } from './invariants/money.ts';
import { orderInvariants } from './invariants/orders.ts';
import { paymentInvariants } from './invariants/payments.ts';
import { promotionInvariants } from './invariants/promotions.ts';
import { renewalInvariants } from './invariants/renewals.ts';
import { settingsInvariants } from './invariants/settings.ts';
import { stockInvariants } from './invariants/stock.ts';
import { supplierInvariants } from './invariants/suppliers.ts';
import { supportInvariants } from './invariants/support.ts';

export interface Violation {
  readonly rule: string;
  readonly detail: string;
}

export interface Verification {
  readonly ok: boolean;
  /** How many there are of everything that was checked, and how many rules. */
  readonly checked: Readonly<Record<string, number>>;
  /** The first few of each rule, and how many more there are. */
  readonly violations: readonly Violation[];
}

export interface VerifyOptions {
  /** Where they are at hand, a sample of the sealed passwords is opened too. */
  readonly secrets?: Pick<Secrets, 'vault' | 'gatewayKey'> | null;
  /** Told after each rule. */
  onProgress?(done: number, total: number): void;
}

const DETAILS_A_RULE = 20;
/** Proxies whose passwords are opened, at most twice as many. */
const SAMPLE = 1_000;

const beginStatement = statement<object, []>(
  'operator.verify.begin',
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
);
const patienceStatement = statement<object, []>('operator.verify.patience', 'SET LOCAL statement_timeout = 0');
const memoryStatement = statement<object, []>('operator.verify.memory', `SET LOCAL work_mem = '64MB'`);

const momentStatement = statement<{ moment: Date }, []>(
  'operator.verify.moment',
  // Later than every commit that the snapshot shows, also once JavaScript has cut it to the millisecond.
  `SELECT clock_timestamp() + interval '1 millisecond' AS moment`,
);

const countStatement = statement<Record<string, number>, []>(
  'operator.verify.count',
  `SELECT (SELECT count(*) FROM accounts) AS accounts,
          (SELECT count(*) FROM ledger_entries) AS ledger_entries,
          (SELECT count(*) FROM payments) AS payments,
          (SELECT count(*) FROM payments WHERE state = 'held' AND closed_at IS NULL) AS payments_held,
          (SELECT count(*) FROM orders) AS orders,
          (SELECT count(*) FROM orders WHERE status = 'processing') AS orders_processing,
          (SELECT count(*) FROM orders WHERE status = 'failed') AS orders_failed,
          (SELECT count(*) FROM orders WHERE NOT listed_in_resale) AS orders_not_listed_yet,
          (SELECT count(*) FROM supplier_orders) AS supplier_orders,
          (SELECT count(*) FROM invoices) AS invoices,
          (SELECT count(*) FROM proxies) AS proxies,
          (SELECT count(*) FROM renewals) AS renewals,
          (SELECT count(*) FROM resale_entries) AS resale_entries,
          (SELECT count(*) FROM addresses) AS addresses,
          (SELECT count(*) FROM api_keys) AS api_keys`,
);

/** Every rule that is a query. */
export async function allInvariants(): Promise<readonly Invariant[]> {
  return [
    ...(await guardInvariants()),
    ...settingsInvariants,
    ...moneyInvariants,
    ...paymentInvariants,
    ...invoiceInvariants,
    ...creditNoteInvariants,
    ...orderInvariants,
    ...promotionInvariants,
    ...renewalInvariants,
    ...stockInvariants,
    ...supportInvariants,
    ...supplierInvariants,
  ];
}

/**
 * Checks every rule in one snapshot, so that a live server under load gives no false alarm; nothing is written and nobody is kept
 * waiting. About a minute for a million orders.
 */
export async function verify(db: Database, options: VerifyOptions = {}): Promise<Verification> {
  const invariants = await allInvariants();
  return db.transaction(async (tx) => {
    for (const setting of [beginStatement, patienceStatement, memoryStatement]) await tx.run(setting);
    const [taken] = await tx.run(momentStatement);
    const [counted] = await tx.run(countStatement);
    if (!taken || !counted) throw new Error('a query without FROM returned no row');

    const violations: Violation[] = [];
    for (const [index, invariant] of invariants.entries()) {
      violations.push(...(await violationsOf(tx, invariant, taken.moment)));
      options.onProgress?.(index + 1, invariants.length);
    }
    const passwords = options.secrets ? await unsealSample(tx, options.secrets, SAMPLE) : null;
    violations.push(...shortened('password_opens', passwords?.broken.map(({ id, reason }) => `proxy ${id}: ${reason}`) ?? []));
    const checked = passwords
      ? { ...counted, passwords_opened: passwords.opened, rules: invariants.length + 1 }
      : { ...counted, rules: invariants.length };
    return { ok: violations.length === 0, checked, violations };
  });
}

async function violationsOf(tx: Transaction, { rule, sql }: Invariant, moment: Date): Promise<Violation[]> {
  const query = statement<{ detail: string; total: number }, [Date, number, number]>(
    `operator.verify.${rule}`,
    `WITH facts AS (SELECT $1::timestamptz AS now, make_interval(secs => $2) AS proxy_validity),
          violation AS (${sql})
     SELECT detail, count(*) OVER () AS total FROM violation LIMIT $3`,
  );
  const found = await tx.run(query, moment, limits.proxyDays * 24 * 60 * 60, DETAILS_A_RULE);
  return shortened(
    rule,
    found.map(({ detail }) => detail),
    found[0]?.total,
  );
}

/** The first few of `total` violations. */
function shortened(rule: string, details: readonly string[], total = details.length): Violation[] {
  const shown = details.slice(0, DETAILS_A_RULE);
  const more = total > shown.length ? [`… and ${total - shown.length} more`] : [];
  return [...shown, ...more].map((detail) => ({ rule, detail }));
}
