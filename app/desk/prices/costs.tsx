'use client';
/** What an order of each quantity costs by a price list: a chart, the figures, and where a larger order costs less than a smaller one. */
import { useMoney } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { limits } from '#server/kernel/limits.ts';
import { costsOf, type Inversion, inversionsOf } from '#server/plugins/pricing/rules.ts';
import type { PriceStep } from '#server/plugins/support/schema/prices.ts';
import { CostChart } from './cost-chart.tsx';
import classes from './prices.module.css';

export function Costs({ steps }: { steps: readonly PriceStep[] }) {
  const money = useMoney();
  const costs = costsOf(
    steps.map(({ min_qty, unit_price_cents }) => ({ minQty: min_qty, unitPriceCents: unit_price_cents })),
    limits.proxiesPerOrder,
  );
  const inversions = inversionsOf(costs);
  const known = costs.flatMap((cost, index) => (cost === null ? [] : [{ qty: index + 1, cost: cost / 100 }]));
  const last = known.at(-1);
  return (
    <>
      {inversions.length > 0 && (
        <Notice tone="warn">
          A larger order costs less than a smaller one:
          <ul className={classes.inversions}>
            {inversions.map((one) => (
              <li key={one.from}>{inversionText(one, costs, money)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div
        role="img"
        aria-label={`What 1 to ${limits.proxiesPerOrder} proxies cost${last ? `: ${last.qty} cost ${money(last.cost)}` : ''}`}
      >
        <CostChart costs={known} most={limits.proxiesPerOrder} amount={money} />
      </div>
      <details className={classes.details}>
        <summary>Every quantity in figures</summary>
        <ol className={classes.quantities} aria-label="What each quantity costs">
          {known.map(({ qty, cost }) => (
            <li key={qty} data-inverted={inversions.some(({ from, to }) => from <= qty && qty <= to) || undefined}>
              <span>{qty}</span> <span>{money(cost)}</span>
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

function inversionText({ from, to, cheaperQty }: Inversion, costs: readonly (number | null)[], money: (euros: number) => string) {
  const costOf = (qty: number) => money((costs[qty - 1] ?? 0) / 100);
  const smaller = from === to ? `${from} cost ${costOf(from)}` : `${from} to ${to} cost ${costOf(from)} to ${costOf(to)}`;
  return `${smaller}, ${cheaperQty} cost ${costOf(cheaperQty)}`;
}
