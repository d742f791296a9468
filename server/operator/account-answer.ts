/** What the operator is told about an account. */
import { toEuros } from '#server/kernel/money.ts';
import { toPercent } from '#server/kernel/percent.ts';
import type { Services } from '#server/kernel/services.ts';
import type { StoredAccount } from '#server/plugins/accounts/port.ts';
import * as billing from '#server/plugins/billing/port.ts';
import * as orders from '#server/plugins/orders/port.ts';
import * as pricing from '#server/plugins/pricing/port.ts';
import * as proxies from '#server/plugins/proxies/port.ts';
import * as reseller from '#server/plugins/reseller/port.ts';
import type { Answer } from './answer.ts';
import { counted, facts, momentText, money, percentText } from './layout.ts';

export async function accountAnswer({ db }: Services, account: StoredAccount): Promise<Answer> {
  const { id, email, role, resellerMode, createdAt } = account;
  const [balance, cap, activity, live, key, discount, tiers] = await Promise.all([
    billing.balance(db, id),
    orders.cap(db, id),
    orders.activity(db, id),
    proxies.countLive(db, id),
    reseller.keyStatus(db, id),
    pricing.accountDiscount(db, id),
    pricing.resellerTiers(db),
  ]);
  const tier = tiers.find(({ name }) => name === discount?.tierName);
  const review =
    typeof discount?.reviewBp === 'number' && discount.reviewUntil
      ? { basisPoints: discount.reviewBp, until: discount.reviewUntil, over: discount.reviewUntil.getTime() <= Date.now() }
      : null;
  return {
    text: facts([
      ['id', String(id)],
      ['e-mail', email],
      ['role', role],
      ['opened', momentText(createdAt)],
      ['reseller mode', resellerMode ? 'on' : 'off'],
      ['tier', tier ? `${tier.name} (${percentText(tier.discountBp)})` : 'none'],
      [
        'review discount',
        review ? `${percentText(review.basisPoints)} until ${momentText(review.until)}${review.over ? ' (over)' : ''}` : 'none',
      ],
      ['balance', money(balance)],
      ['cap', `${counted(cap, 'proxy', 'proxies')} in 24 hours, ${activity.ordered} used`],
      [
        'API key',
        key
          ? `…${key.lastFour}, made ${momentText(key.createdAt)}, ${key.lastUsedAt ? `last used ${momentText(key.lastUsedAt)}` : 'never used'}`
          : 'none',
      ],
      ['orders', String(activity.orders)],
      ['valid proxies', String(live)],
    ]),
    json: {
      ok: true,
      account_id: id,
      email,
      role,
      created_at: createdAt.toISOString(),
      reseller: resellerMode,
      tier: tier ? { name: tier.name, discount_percent: toPercent(tier.discountBp) } : null,
      review_discount: review && {
        percent: toPercent(review.basisPoints),
        until: review.until.toISOString(),
        active: !review.over,
      },
      balance: toEuros(balance),
      daily_cap: cap,
      ordered_in_24_hours: activity.ordered,
      api_key: key && {
        last_four: key.lastFour,
        created_at: key.createdAt.toISOString(),
        last_used_at: key.lastUsedAt?.toISOString() ?? null,
      },
      orders: activity.orders,
      live_proxies: live,
    },
  };
}
