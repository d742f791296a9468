'use client';
/** Sales and margin of the last days: a chart, and the same in figures. */
import { useQuery } from '@tanstack/react-query';
import { useFormatter } from 'next-intl';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { DayChart } from '#app/_ui/day-chart.tsx';
import { InFigures } from '#app/_ui/in-figures.tsx';
import { Money, useMoney } from '#app/_ui/money.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { cents, toEuros, wholeCents } from '#server/kernel/money.ts';
import { OVERVIEW } from '#server/plugins/support/rules.ts';
import classes from '../desk.module.css';

/** Added up as cents, so that no fraction of one appears. */
const sum = (amounts: number[]) => toEuros(cents(amounts.reduce((total, amount) => total + wholeCents(amount), 0)));

export function Sales() {
  const procedures = useProcedures();
  const format = useFormatter();
  const money = useMoney();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.overview.sales.queryOptions());
  const days = data?.days ?? [];
  const sales = sum(days.map((day) => day.sales));
  const margin = sum(days.map((day) => day.margin));
  const name = (day: string) => format.dateTime(new Date(day), { day: 'numeric', month: 'short' });
  return (
    <Panel
      id="sales"
      title="Sales and margin"
      description={
        data && (
          <>
            <Money euros={sales} /> with VAT in {OVERVIEW.days} days. The margin is <Money euros={margin} />: without VAT, once
            suppliers are paid.
          </>
        )
      }
    >
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The sales" retrying={isFetching} onRetry={() => refetch()} />
      ) : (
        <PanelBody>
          <div
            role="img"
            aria-label={`Sales of the last ${OVERVIEW.days} days: ${money(sales)}, with a margin of ${money(margin)}.`}
          >
            <DayChart
              days={days.map((day) => ({
                name: name(day.day),
                title: `${name(day.day)}: ${money(day.sales)}, margin ${money(day.margin)}`,
                bars: [
                  { from: 0, to: day.sales },
                  { from: 0, to: day.margin, look: 'part' },
                ],
              }))}
              figure={money}
            />
          </div>
          <p className={classes.quiet}>Wide bars are sales, the narrow ones in front of them the margin.</p>
          <InFigures summary="Day by day">
            <Table
              caption="Sales day by day"
              columns={[
                { label: 'Day' },
                { label: 'Sales', numeric: true },
                { label: 'Paid to suppliers', numeric: true },
                { label: 'Margin', numeric: true },
              ]}
            >
              {days
                .filter((day) => day.sales !== 0 || day.cost !== 0)
                .toReversed()
                .map((day) => (
                  <Row key={day.day}>
                    <Cell label="Day">{format.dateTime(new Date(day.day), 'day')}</Cell>
                    <Cell label="Sales" numeric>
                      <Money euros={day.sales} />
                    </Cell>
                    <Cell label="Paid to suppliers" numeric>
                      <Money euros={day.cost} />
                    </Cell>
                    <Cell label="Margin" numeric>
                      <Money euros={day.margin} />
                    </Cell>
                  </Row>
                ))}
            </Table>
          </InFigures>
        </PanelBody>
      )}
    </Panel>
  );
}
