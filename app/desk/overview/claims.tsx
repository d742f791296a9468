'use client';
/** What suppliers were paid, or may have been, for proxies that nobody got, in short. */
import { useQuery } from '@tanstack/react-query';
import { useFormatter } from 'next-intl';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { useMoney } from '#app/_ui/money.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import classes from '../desk.module.css';
import { claimsAddress } from '../settlement/claims/claims-address.ts';
import { sumText } from '../settlement/claims/sum-text.ts';

export function Claims() {
  const procedures = useProcedures();
  const format = useFormatter();
  const money = useMoney();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.overview.claims.queryOptions());
  return (
    <Panel
      id="claims"
      title="Paid to suppliers and not passed on"
      description="What they debited, or may have debited, for orders that ended without it: to be claimed from them."
      actions={
        data &&
        data.count > 0 && (
          <ButtonLink href={claimsAddress()} size="xs" variant="default">
            List them
          </ButtonLink>
        )
      }
    >
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The claims" retrying={isFetching} onRetry={() => refetch()} />
      ) : (
        <PanelBody>
          {data.count === 0 ? (
            <p className={classes.quiet}>Nothing: all that suppliers debited was passed on, or its order still waits.</p>
          ) : (
            <p>
              <strong>{sumText(data, money)}</strong> in {format.number(data.count)} {data.count === 1 ? 'purchase' : 'purchases'}
            </p>
          )}
        </PanelBody>
      )}
    </Panel>
  );
}
