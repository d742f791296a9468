/** What the pretended provider of the sandbox knows. */
import { type Queryable, statement } from '#server/kernel/database.ts';
import type { Cents } from '#server/kernel/money.ts';

const openStatement = statement<object, [string, string, Cents]>(
  'payments.sandbox_open',
  'INSERT INTO sandbox_checkouts (reference, payment_id, amount_cents) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
);

export async function open(db: Queryable, reference: string, paymentId: string, amount: Cents): Promise<void> {
  await db.run(openStatement, reference, paymentId, amount);
}

/** A checkout; `outcome` is null while its page is open. */
interface SandboxCheckout {
  payment_id: string;
  amount_cents: Cents;
  outcome: 'paid' | 'declined' | null;
}

const findStatement = statement<SandboxCheckout, [string]>(
  'payments.sandbox_find',
  'SELECT payment_id, amount_cents, outcome FROM sandbox_checkouts WHERE reference = $1',
);

export async function find(db: Queryable, reference: string): Promise<SandboxCheckout | null> {
  const [row] = await db.run(findStatement, reference);
  return row ?? null;
}

const decideStatement = statement<object, [string, string]>(
  'payments.sandbox_decide',
  'UPDATE sandbox_checkouts SET outcome = $2 WHERE reference = $1 AND outcome IS NULL',
);

export async function decide(db: Queryable, reference: string, outcome: 'paid' | 'declined'): Promise<void> {
  await db.run(decideStatement, reference, outcome);
}
