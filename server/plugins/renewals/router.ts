/** Procedures of renewals: what one would cost, and to renew. */
import { publicError } from '#server/kernel/errors.ts';
import { limits } from '#server/kernel/limits.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Principal } from '#server/kernel/trpc.ts';
import { router, sessionProcedure } from '#server/kernel/trpc.ts';
import * as billing from '../billing/port.ts';
import * as proxies from '../proxies/port.ts';
import * as tasks from '../tasks/port.ts';
import { RENEWAL_TASK, taskInput } from './adapters/renewal-task.ts';
import { renewalErrors } from './errors.ts';
import { plan, renew } from './port.ts';
import { renewalLimits } from './rules.ts';
import { quoteInput, quoteOutput, renewInput, renewOutput } from './schema.ts';
import { byKey } from './store/renewals.ts';

const PERIOD_MS = limits.proxyDays * 24 * 60 * 60 * 1_000;

export const renewalsRouter = router({
  /**
   * What it would cost now to renew some proxies, or all that a filter finds, for 30 days from their present ends. Those of others are left
   * out. A mutation, since so many ids do not fit into an address.
   */
  quote: sessionProcedure
    .input(quoteInput)
    .output(quoteOutput)
    .mutation(async ({ ctx, input }) => {
      const { services, principal } = ctx;
      const ids = await proxies.idsOf(services.db, principal.accountId, input.proxies);
      const [planned, balance] = await Promise.all([
        plan(services, principal.accountId, ids),
        billing.balance(services.db, principal.accountId),
      ]);
      const ends = planned.proxies.map((proxy) => new Date(proxy.expires_at.getTime() + PERIOD_MS).toISOString());
      const [first, last] = [ends[0], ends.at(-1)];
      return {
        qty: planned.proxies.length,
        left_out: ids.length - planned.proxies.length,
        countries: planned.terms.map(({ country, qty, unitCents }) => ({ country, qty, unit_cents: unitCents })),
        list_cents: planned.listCents,
        total_cents: planned.totalCents,
        balance_cents: balance,
        until: first && last ? { first, last } : null,
        in_background: planned.proxies.length > renewalLimits.atOnce,
      };
    }),

  /**
   * Renews proxies against the balance. Up to a hundred are renewed at once, all or none; more are a task. The same key is charged once.
   * CONFLICT renewal_changed where total or number are others than those agreed on; PAYMENT_REQUIRED insufficient_balance. Nothing is
   * debited then.
   */
  renew: sessionProcedure
    .input(renewInput)
    .output(renewOutput)
    .mutation(async ({ ctx, input }) => {
      const { services, principal } = ctx;
      return (await doneBefore(services, principal, input.key)) ?? renewNow(services, principal, input);
    }),
});

/** What a key has led to already: then it is answered, whatever the price is now. */
async function doneBefore({ db }: Services, { accountId }: Principal, key: string) {
  const [renewal, taskId] = await Promise.all([byKey(db, accountId, key, 0), tasks.started(db, accountId, RENEWAL_TASK, key)]);
  if (taskId !== null) return { outcome: 'started' as const, task_id: taskId };
  return renewal && { outcome: 'renewed' as const, qty: renewal.qty, total_cents: renewal.total_cents, invoice_number: null };
}

async function renewNow(
  services: Services,
  principal: Principal,
  { key, proxies: chosen, total_cents: total, qty }: { key: string; proxies: proxies.Chosen; total_cents: number; qty: number },
) {
  const { db } = services;
  const { accountId } = principal;
  const planned = await plan(services, accountId, await proxies.idsOf(db, accountId, chosen));
  // The same total may be that of others: ten of one country, or eight of a dearer one.
  if (planned.totalCents !== total || planned.proxies.length !== qty) throw publicError(renewalErrors, 'renewal_changed');
  if (planned.proxies.length > renewalLimits.atOnce) {
    const balance = await billing.balance(db, accountId);
    if (balance < planned.totalCents) throw billing.insufficientBalance(balance, planned.totalCents);
    const input = taskInput(key, planned);
    const taskId = await tasks.start(db, accountId, RENEWAL_TASK, input, planned.proxies.length, key);
    return { outcome: 'started' as const, task_id: taskId };
  }
  const batch = { key, part: 0, proxies: planned.proxies, terms: planned.terms, all: true, automatic: false };
  const renewed = await renew(services, principal, batch);
  const { totalCents, invoiceNumber } = renewed;
  return { outcome: 'renewed' as const, qty: renewed.qty, total_cents: totalCents, invoice_number: invoiceNumber };
}
