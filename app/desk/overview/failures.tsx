'use client';
/** Orders that wait to be settled, in short. */
import { useQuery } from '@tanstack/react-query';
import { useFormatter } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { LoadingLines } from '../../client/_lists/loading-lines.tsx';
import facts from '../../client/account/account.module.css';
import { Fact } from '../../client/account/fact.tsx';

export function Failures() {
  const procedures = useProcedures();
  const format = useFormatter();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.overview.failures.queryOptions());
  return (
    <Panel
      id="failures"
      title="Failed orders"
      actions={
        data &&
        data.count > 0 && (
          <ButtonLink href="/desk/settlement" size="xs">
            Settle them
          </ButtonLink>
        )
      }
    >
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The failed orders" retrying={isFetching} onRetry={() => refetch()} />
      ) : (
        <dl className={facts.facts}>
          <Fact name="Waiting" action={null}>
            <Badge tone={data.count > 0 ? 'bad' : 'good'}>{data.count > 0 ? format.number(data.count) : 'None'}</Badge>
          </Fact>
          <Fact name="Euros held" action={null}>
            <Money euros={data.held} />
          </Fact>
          <Fact name="Oldest failure" action={null}>
            {data.oldest_at ? <Moment at={data.oldest_at} /> : 'None'}
          </Fact>
        </dl>
      )}
    </Panel>
  );
}
