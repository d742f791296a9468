'use client';
/** What could be sold just now, by country. */
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import classes from './stock.module.css';

export function Stock() {
  const procedures = useProcedures();
  const format = useFormatter();
  const country = useTranslations('countries');
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.overview.stock.queryOptions());
  const most = Math.max(1, ...(data ?? []).map(({ own, elsewhere }) => own + elsewhere));
  const columns = [
    { label: 'Country' },
    { label: 'Share' },
    { label: 'Our own', numeric: true },
    { label: 'Of others', numeric: true },
  ];
  return (
    <Panel id="stock" title="Stock">
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The stock" retrying={isFetching} onRetry={() => refetch()} />
      ) : (
        <Table caption="Stock by country" columns={columns}>
          {data.map((row) => (
            <Row key={row.country}>
              <Cell label="Country" inCard="lead">
                {country(row.country)}
              </Cell>
              <Cell label="Share">
                <span className={classes.track} aria-hidden>
                  <span className={classes.own} style={{ width: `${(row.own / most) * 100}%` }} />
                  <span className={classes.elsewhere} style={{ width: `${(row.elsewhere / most) * 100}%` }} />
                </span>
              </Cell>
              <Cell label="Our own" numeric>
                {format.number(row.own)}
              </Cell>
              <Cell label="Of others" numeric>
                {format.number(row.elsewhere)}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Panel>
  );
}
