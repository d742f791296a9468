'use client';
/** The promo codes with their uses. */
import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useFormatter } from 'next-intl';
import { useState } from 'react';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import type { PromoCode } from '#server/plugins/support/schema/prices.ts';

const CodeDialog = dynamic(() => import('./code-dialog.tsx').then((file) => file.CodeDialog));
const EndDialog = dynamic(() => import('./end-dialog.tsx').then((file) => file.EndDialog));

export function PromoCodes() {
  const procedures = useProcedures();
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<string | null>(null);
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.prices.codes.queryOptions());
  return (
    <Panel
      id="codes"
      title="Promo codes"
      description="A percentage off one purchase on the site, once an account. A code keeps its terms: end it, and add another."
      actions={
        <Button variant="default" onClick={() => setAdding(true)}>
          Add a code
        </Button>
      }
    >
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The promo codes" retrying={isFetching} onRetry={() => refetch()} />
      ) : data.length === 0 ? (
        <Empty icon={<IconTicket size={20} />} title="No promo code yet">
          A code that is added here can be entered by everybody who buys on the site.
        </Empty>
      ) : (
        <Codes codes={data} onEnd={setEnding} />
      )}
      {adding && <CodeDialog onClose={() => setAdding(false)} />}
      {ending && <EndDialog code={ending} onClose={() => setEnding(null)} />}
    </Panel>
  );
}

function Codes({ codes, onEnd }: { codes: readonly PromoCode[]; onEnd: (code: string) => void }) {
  const format = useFormatter();
  return (
    <Table
      caption="Promo codes"
      columns={[
        { label: 'Code', width: 22 },
        { label: 'Discount', numeric: true },
        { label: 'Used', numeric: true },
        { label: 'State', width: 18 },
        { label: 'Ends', width: 20 },
        { label: 'Change' },
      ]}
    >
      {codes.map((one) => {
        const state = stateOf(one);
        return (
          <Row key={one.code}>
            <Cell label="Code" inCard="lead">
              <code>{one.code}</code>
            </Cell>
            <Cell label="Discount" numeric>
              {format.number(one.percentage)} %
            </Cell>
            <Cell label="Used" numeric>
              {format.number(one.used)} of {format.number(one.total_uses)}
            </Cell>
            <Cell label="State">
              <Badge tone={state.tone}>{state.name}</Badge>
            </Cell>
            <Cell label="Ends">{one.ends_at ? <Moment at={one.ends_at} /> : 'never'}</Cell>
            <Cell label="Change">
              {state.name !== 'Ended' && (
                <Button variant="default" size="compact-sm" aria-label={`End ${one.code}`} onClick={() => onEnd(one.code)}>
                  End
                </Button>
              )}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

function stateOf({ starts_at, ends_at, used, total_uses }: PromoCode): { name: string; tone: Tone } {
  const now = Date.now();
  if (ends_at !== null && Date.parse(ends_at) <= now) return { name: 'Ended', tone: 'plain' };
  if (used >= total_uses) return { name: 'Used up', tone: 'plain' };
  return Date.parse(starts_at) > now ? { name: 'Begins later', tone: 'accent' } : { name: 'In force', tone: 'good' };
}
