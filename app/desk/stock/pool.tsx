'use client';
/** The pool by country: addresses by state, the rate at which they are sold, and when they are sold out. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useFormatter } from 'next-intl';
import { useState } from 'react';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import { stockLimits } from '#server/plugins/proxies/rules.ts';
import type { CountryStock } from '#server/plugins/support/schema/stock.ts';
import classes from './pool.module.css';
import { StockChart } from './stock-chart.tsx';

const RestDialog = dynamic(() => import('./rest-dialog.tsx').then((file) => file.RestDialog));

export function Pool() {
  const procedures = useProcedures();
  const [changingRest, setChangingRest] = useState(false);
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.stock.overview.queryOptions());
  return (
    <Panel
      id="pool"
      title="By country"
      description={`Sold per day over the last ${stockLimits.backDays} days; sold out at that rate, net of the leases that end and are not renewed.`}
      actions={
        data && (
          <div className={classes.rest}>
            <span>
              Rest after a proxy: <strong>{restText(data.rest_days)}</strong>
            </span>
            <Button variant="default" size="xs" onClick={() => setChangingRest(true)}>
              Change
            </Button>
          </div>
        )
      }
    >
      {isPending ? (
        <LoadingLines />
      ) : data ? (
        <Countries countries={data.countries} />
      ) : (
        <Problem what="The stock" retrying={isFetching} onRetry={() => refetch()} />
      )}
      {changingRest && data && <RestDialog days={data.rest_days} onClose={() => setChangingRest(false)} />}
    </Panel>
  );
}

const restText = (days: number) => (days === 0 ? 'none' : days === 1 ? '1 day' : `${days} days`);

const AHEAD = `Free, ${stockLimits.aheadDays} days ahead`;

function Countries({ countries }: { countries: readonly CountryStock[] }) {
  const format = useFormatter();
  return (
    <Table
      caption="Stock by country"
      columns={[
        { label: 'Country', width: 14 },
        { label: 'Free', numeric: true },
        { label: 'Leased', numeric: true },
        { label: 'At rest', numeric: true },
        { label: 'Retired', numeric: true },
        { label: 'Sold per day', numeric: true },
        { label: 'Sold out', numeric: true, width: 14 },
        { label: AHEAD, width: 20 },
      ]}
    >
      {countries.map((one) => (
        <Row key={one.country}>
          <Cell label="Country" inCard="lead">
            <strong>{countryNames[one.country]}</strong>
          </Cell>
          <Cell label="Free" numeric>
            {format.number(one.free)}
          </Cell>
          <Cell label="Leased" numeric>
            {format.number(one.leased)}
          </Cell>
          <Cell label="At rest" numeric>
            {format.number(one.resting)}
          </Cell>
          <Cell label="Retired" numeric>
            {format.number(one.retired)}
            {one.retired_in_use > 0 && <span className={classes.aside}>{format.number(one.retired_in_use)} in use</span>}
          </Cell>
          <Cell label="Sold per day" numeric>
            {format.number(one.rate, { maximumFractionDigits: 1 })}
          </Cell>
          <Cell label="Sold out" numeric>
            <SoldOut days={one.sold_out_days} />
          </Cell>
          <Cell label={AHEAD} inCard="below">
            <div className={classes.chart} role="img" aria-label={chartText(one)}>
              <StockChart free={one.free_ahead} />
            </div>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** Days within which somebody should find more addresses, and within which it is urgent. */
const SOON = { warn: 30, bad: 7 };

function SoldOut({ days }: { days: number | null }) {
  const format = useFormatter();
  if (days === null) return <Badge tone="good">not in {stockLimits.aheadDays} days</Badge>;
  const tone = days <= SOON.bad ? 'bad' : days <= SOON.warn ? 'warn' : 'plain';
  if (days === 0) return <Badge tone={tone}>sold out</Badge>;
  return <Badge tone={tone}>in {format.number(days, { maximumFractionDigits: 1 })} days</Badge>;
}

function chartText({ country, free, free_ahead, sold_out_days }: CountryStock): string {
  const end = sold_out_days === null ? `${Math.round(free_ahead.at(-1) ?? 0)} at the end` : `none after ${sold_out_days} days`;
  return `Free addresses in ${countryNames[country]} over the next ${stockLimits.aheadDays} days: ${free} now, ${end}`;
}
