/** Each kind of discount: the one that applied with what it takes off, the others with why they did not. */
import { Badge } from '#app/_ui/badge.tsx';
import { formatMoney } from '#app/_ui/money.tsx';
import type { PriceStep } from '#server/plugins/orders/schema.ts';

type Discount = PriceStep['discounts'][number];

const names: Readonly<Record<string, string>> = {
  reseller_tier: 'Reseller tier',
  review: 'Review discount',
  promo_code: 'Promo code',
  wheel: 'Daily wheel',
};

/** The same on the server and in every browser. */
const dayOf = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const reasons: Record<Exclude<Discount['outcome'], 'applied' | 'ended'>, string> = {
  not_granted: 'None granted',
  used_up: 'Used up',
  used_before: 'Used before',
  kept: 'Kept for later',
  other_channel: 'Not for purchases here',
  smaller: 'Only the best discount applies',
  too_small: 'Less than a cent each',
};

/** @param savedCents what the applied one takes off each proxy. */
export function Discounts({ discounts, savedCents }: { discounts: readonly Discount[]; savedCents: number }) {
  return discounts.map((discount) => (
    <div key={discount.kind}>
      <dt>
        {names[discount.kind] ?? discount.kind}
        {discount.percentage > 0 && `, ${discount.percentage} %`}{' '}
        {discount.outcome === 'applied' && <Badge tone="good">Applied</Badge>}
      </dt>
      <dd>{discount.outcome === 'applied' ? formatMoney(-savedCents / 100) : <Reason discount={discount} />}</dd>
    </div>
  ));
}

function Reason({ discount: { outcome, until } }: { discount: Discount }) {
  if (outcome === 'applied') return null;
  if (outcome === 'ended') return until ? `Ended on ${dayOf.format(new Date(until))}` : 'Ended';
  return reasons[outcome];
}
