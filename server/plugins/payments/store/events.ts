/** Messages of payment providers, each kept once. */
import { type Queryable, statement } from '#server/kernel/database.ts';

const noteStatement = statement<{ done: boolean }, [string, string, string, string]>(
  'payments.note_event',
  // One that is known is left alone: a look that is just taking it in would wait for us, and we for it.
  `WITH event AS (
     INSERT INTO payment_events (provider, id, type, payment_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id
   ), soon AS (
     UPDATE payments SET next_look_at = least(next_look_at, now() + interval '30 seconds')
     WHERE id = $4 AND EXISTS (SELECT FROM event)
   )
   SELECT coalesce((SELECT processed_at IS NOT NULL FROM payment_events WHERE provider = $1 AND id = $2), false) AS done`,
);

/**
 * Keeps a message about a payment, and has the job look at it should the look that follows break off.
 * @returns whether it is done with already.
 */
export async function note(
  db: Queryable,
  event: { provider: string; id: string; type: string; paymentId: string },
): Promise<{ done: boolean }> {
  const [row] = await db.run(noteStatement, event.provider, event.id, event.type, event.paymentId);
  if (!row) throw new Error('a query without FROM returned no row');
  return row;
}
