'use client';
/** What was spent over the last 30 days: a chart, and the same in figures. */
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { InFigures } from '#app/_ui/in-figures.tsx';
import { Money, useMoney } from '#app/_ui/money.tsx';
import { Empty, Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { SpendingChart } from './spending-chart.tsx';

export function Spending() {
  const t = useTranslations('overview.spending');
  const money = useMoney();
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.billing.spending.queryOptions());
  const used = data?.days.filter((day) => day.spent !== 0) ?? [];
  return (
    <Panel id="spending" title={t('title')} description={used.length > 0 && data && t('lead', { total: money(data.total) })}>
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what={t('what')} retrying={isFetching} onRetry={() => refetch()} />
      ) : used.length === 0 ? (
        <Empty
          icon={<IconChartBar size={20} />}
          title={t('none')}
          action={
            <ButtonLink href="/client/buy" variant="default">
              {t('buy')}
            </ButtonLink>
          }
        >
          {null}
        </Empty>
      ) : (
        <PanelBody>
          <Days days={data.days} used={used} total={data.total} />
        </PanelBody>
      )}
    </Panel>
  );
}

interface Day {
  day: string;
  spent: number;
}

function Days({ days, used, total }: { days: Day[]; used: Day[]; total: number }) {
  const t = useTranslations('overview.spending');
  const format = useFormatter();
  const money = useMoney();
  const name = (day: string) => format.dateTime(new Date(day), { day: 'numeric', month: 'short' });
  const most = days.reduce((dearest, day) => (day.spent > dearest.spent ? day : dearest));
  return (
    <>
      <div role="img" aria-label={t('chart', { total: money(total), day: name(most.day), most: money(most.spent) })}>
        <SpendingChart days={days.map(({ day, spent }) => ({ day: name(day), spent }))} amount={money} />
      </div>
      <InFigures summary={t('byDay')}>
        <Table caption={t('byDay')} columns={[{ label: t('day') }, { label: t('spent'), numeric: true }]}>
          {used.toReversed().map(({ day, spent }) => (
            <Row key={day}>
              <Cell label={t('day')}>{format.dateTime(new Date(day), 'day')}</Cell>
              <Cell label={t('spent')} numeric>
                <Money euros={spent} />
              </Cell>
            </Row>
          ))}
        </Table>
      </InFigures>
    </>
  );
}
