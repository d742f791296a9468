/** The job that renews proxies by themselves: of each account what ends within a day, together, as far as the balance reaches. */
import { randomUUID } from 'node:crypto';
import { PublicError } from '#server/kernel/errors.ts';
import type { AccountId } from '#server/kernel/ids.ts';
import { type Cents, cents } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { recipient } from '../../accounts/port.ts';
import * as billing from '../../billing/port.ts';
import { enqueue } from '../../mail/port.ts';
import * as proxies from '../../proxies/port.ts';
import { shortageMail } from '../mails.ts';
import { pricesOf, renew, type Seen } from '../port.ts';
import { affordable, partsOf, renewalLimits, termsOf, totalOf } from '../rules.ts';
import { noteWarning } from '../store/warnings.ts';

/** Renews what is due of all accounts. What fails for one account is tried again at the next run, and holds up no other. */
export async function renewDue(services: Services, stopping: AbortSignal): Promise<void> {
  for (const accountId of await proxies.accountsDue(services.db, renewalLimits.autoHours)) {
    if (stopping.aborted) return;
    try {
      await renewDueOf(services, accountId);
    } catch (error) {
      // What the account was charged for has moved since it was looked at: the next run looks again.
      if (error instanceof PublicError) services.log.info({ accountId, code: error.code }, 'proxies are renewed later');
      else services.log.error({ err: error, accountId }, 'proxies could not be renewed by themselves');
    }
  }
}

async function renewDueOf(services: Services, accountId: AccountId): Promise<void> {
  const { db } = services;
  const [due, prices, balance, { email }] = await Promise.all([
    proxies.due(db, accountId, renewalLimits.autoHours),
    pricesOf(db, services, accountId),
    billing.balance(db, accountId),
    recipient(db, accountId),
  ]);
  const within = due.slice(0, affordable(due, balance, prices.unit));
  const terms = termsOf(within, prices.unit);
  // Those who were seen with another end by then, by another process say, are left out: nothing is renewed twice.
  const key = `auto:${randomUUID()}`;
  for (const [part, batch] of partsOf<Seen>(within, renewalLimits.part).entries()) {
    await renew(services, { accountId, email }, { key, part, proxies: batch, terms, all: false, automatic: true });
  }
  const next = due[within.length];
  if (!next) return;
  const missing = cents(totalOf(termsOf(due, prices.unit)) - balance);
  await warn(services, accountId, { due, renewed: within.length, next, missing });
}

async function warn(
  { db, env }: Services,
  accountId: AccountId,
  { due, renewed, next, missing }: { due: readonly Seen[]; renewed: number; next: Seen; missing: Cents },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await noteWarning(tx, accountId, renewalLimits.warningHours))) return;
    const { email, language } = await recipient(tx, accountId);
    const url = `${env.SITE_URL}/client/balance`;
    const shortage = { due: due.length, renewed, missingCents: missing, firstEnd: next.expires_at, url };
    await enqueue(tx, { to: email, ...shortageMail(language, shortage) });
  });
}
