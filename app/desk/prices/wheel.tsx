'use client';
/** The odds of the daily wheel, and what a spin gives on average. */
import { Button } from '@mantine/core';
import { IconChartPie } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useFormatter } from 'next-intl';
import { useState } from 'react';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { toBasisPoints } from '#server/kernel/percent.ts';
import { totalWeight } from '#server/plugins/promotions/rules.ts';
import type { Prize } from '#server/plugins/support/schema/prices.ts';
import { useExpected } from './use-expected.ts';

const WheelDialog = dynamic(() => import('./wheel-dialog.tsx').then((file) => file.WheelDialog));

export function Wheel() {
  const procedures = useProcedures();
  const [editing, setEditing] = useState(false);
  const expected = useExpected();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.prices.wheel.queryOptions());
  return (
    <Panel
      id="wheel"
      title="Daily wheel"
      description={data && data.length > 0 && `A spin gives ${expected(data)} on average.`}
      actions={
        data && (
          <Button variant="default" onClick={() => setEditing(true)}>
            Change the odds
          </Button>
        )
      }
    >
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The wheel" retrying={isFetching} onRetry={() => refetch()} />
      ) : data.length === 0 ? (
        <Empty icon={<IconChartPie size={20} />} title="The wheel is closed">
          Nobody is shown a wheel while it has no prizes.
        </Empty>
      ) : (
        <Odds prizes={data} />
      )}
      {editing && data && <WheelDialog prizes={data} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

function Odds({ prizes }: { prizes: readonly Prize[] }) {
  const format = useFormatter();
  const total = totalWeight(prizes.map(({ percentage, weight }) => ({ discountBp: toBasisPoints(percentage), weight })));
  return (
    <Table
      caption="Odds of the wheel"
      columns={[
        { label: 'Prize', numeric: true },
        { label: 'Weight', numeric: true },
        { label: 'Chance', numeric: true },
      ]}
    >
      {prizes.map(({ percentage, weight }) => (
        <Row key={percentage}>
          <Cell label="Prize" numeric>
            {format.number(percentage)} %
          </Cell>
          <Cell label="Weight" numeric>
            {format.number(weight)}
          </Cell>
          <Cell label="Chance" numeric>
            {format.number((weight / total) * 100, { maximumFractionDigits: 2 })} %
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
