/** What the desk shows of an account at a glance: how it stands, what moved last, and what support may change. */
import type { AccountId } from '#server/kernel/ids.ts';
import { limits } from '#server/kernel/limits.ts';
import { toEuros } from '#server/kernel/money.ts';
import { toPercent } from '#server/kernel/percent.ts';
import type { Services } from '#server/kernel/services.ts';
import * as accounts from '../../accounts/port.ts';
import * as billing from '../../billing/port.ts';
import * as orders from '../../orders/port.ts';
import * as pricing from '../../pricing/port.ts';
import * as proxies from '../../proxies/port.ts';
import * as reseller from '../../reseller/port.ts';

/** Lines of each list; all of them are in the client area of its owner, which support may look at. */
const NEWEST = 10;

/** Null where there is no such account. Amounts in euros, moments in ISO 8601. */
export async function accountView(services: Services, id: AccountId) {
  const { db } = services;
  const account = await accounts.findById(db, id);
  if (!account) return null;
  const everything = { kind: null, since: null, before: null };
  const found = { search: '', country: undefined, status: undefined };
  const [balanceCents, ledger, sums, recent, activity, cap, own, counts, key, entitled, tiers, signIns, twoFactor] =
    await Promise.all([
      billing.balance(db, id),
      billing.ledgerPage(db, id, everything, { limit: NEWEST }),
      billing.ledgerSums(db, id, everything),
      orders.recent(db, id, NEWEST),
      orders.activity(db, id),
      orders.cap(db, id),
      orders.ownCap(db, id),
      proxies.countProxies(db, id, found, limits.proxySoonDays),
      reseller.keyStatus(db, id),
      pricing.entitlement(db, id),
      pricing.resellerTiers(db),
      accounts.signIns(services, id),
      accounts.hasTwoFactor(services, id),
    ]);
  return {
    account: {
      account_id: id as number,
      email: account.email,
      role: account.role,
      language: account.language,
      email_confirmed: account.emailConfirmedAt !== null,
      two_factor: twoFactor,
      sign_ins: signIns,
      reseller_mode: account.resellerMode,
      locked_at: account.lockedAt?.toISOString() ?? null,
      created_at: account.createdAt.toISOString(),
    },
    balance: toEuros(balanceCents),
    cap: { per_day: cap, own: own !== null, ordered: activity.ordered },
    tier: entitled.tier_name,
    tiers: tiers.map(({ name, discountBp }) => ({ name, percent: toPercent(discountBp) })),
    review:
      entitled.review_bp === null || entitled.review_until === null
        ? null
        : {
            percent: toPercent(entitled.review_bp),
            until: entitled.review_until.toISOString(),
            over: entitled.review_until.getTime() <= Date.now(),
          },
    key: key && {
      last_four: key.lastFour,
      created_at: key.createdAt.toISOString(),
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
    },
    ledger: {
      total: sums.entries,
      newest: ledger.map((row) => ({
        seq: row.seq,
        kind: row.kind,
        amount: toEuros(row.amount_cents),
        balance: toEuros(row.balance_after_cents),
        order_id: row.order_id as number | null,
        invoice_number: row.invoice_number,
        note: row.note,
        created_at: row.created_at.toISOString(),
      })),
    },
    orders: {
      total: activity.orders,
      newest: recent.map((order) => ({
        order_id: order.id as number,
        country: order.country,
        qty: order.qty,
        total: toEuros(order.totalCents),
        status: order.status,
        channel: order.channel,
        created_at: order.createdAt.toISOString(),
      })),
    },
    proxies: { live: counts.live, all: counts.all },
  };
}
