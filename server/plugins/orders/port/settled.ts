/** What comes with the end of a settlement, in its transaction: the customer's mail, and the log of whoever decides. */
import type { Transaction } from '#server/kernel/database.ts';
import type { AccountId, OrderId } from '#server/kernel/ids.ts';
import { type Cents, toEuros } from '#server/kernel/money.ts';
import type { ExtensionPoint } from '#server/kernel/plugin.ts';
import type { Services } from '#server/kernel/services.ts';
import { recipient } from '../../accounts/port.ts';
import { enqueue } from '../../mail/port.ts';
import { deliveredMail, refundedMail } from '../mails.ts';
import { ownerOf } from '../store/fulfilments.ts';

/** A decision of support's about a failed order. */
export interface Decision {
  readonly orderId: OrderId;
  /** Who of support decides; null for the operator's command. */
  readonly actorId: AccountId | null;
  /** Why, in 3 to 200 characters: printed on the credit note, kept in the timeline. */
  readonly reason: string;
}

/** What a decision came to. */
export type Settled =
  | { readonly status: 'completed' }
  | { readonly status: 'refunded'; readonly creditNote: string; readonly amountCents: Cents }
  | { readonly status: 'failed'; readonly failure: string };

/** Keeps what is decided. It is told once of each decision, in the transaction that ends it, maybe by another process than the one that began. */
export interface SettlementLog {
  settled(tx: Transaction, how: 'deliver' | 'refund', decision: Decision, after: Settled): Promise<void>;
}

export const settlementLogs: ExtensionPoint<SettlementLog> = { name: 'orders.settlement_logs' };

/** Tells the customer and the logs what a decision came to. */
export async function tellSettled(
  tx: Transaction,
  { extensions }: Services,
  how: 'deliver' | 'refund',
  decision: Decision,
  after: Settled,
): Promise<void> {
  for (const log of extensions.all(settlementLogs)) await log.settled(tx, how, decision, after);
  const { orderId } = decision;
  if (after.status === 'failed') return;
  const accountId = await ownerOf(tx, orderId);
  if (accountId === null) throw new Error(`order ${orderId} has no owner`);
  const { email, language } = await recipient(tx, accountId);
  const mail =
    after.status === 'completed'
      ? deliveredMail(language, { orderId })
      : refundedMail(language, { orderId, amount: toEuros(after.amountCents) });
  await enqueue(tx, { to: email, ...mail });
}
