'use client';
/** The page of an account. */
import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { isProcedureError, useProcedures } from '#app/_procedures/provider.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Empty, PageHead } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import classes from '../../desk.module.css';
import { Proposals } from '../proposals.tsx';
import { About } from './about.tsx';
import { Changes } from './changes.tsx';
import { Ledger, Orders } from './lists.tsx';
import { LookButton } from './look-button.tsx';

export function Account({ accountId }: { accountId: number }) {
  const procedures = useProcedures();
  const query = useQuery(procedures.support.accounts.show.queryOptions({ account_id: accountId }));
  if (query.isPending) return <LoadingLines />;
  if (!query.data) {
    return isProcedureError(query.error) && query.error.data?.code === 'NOT_FOUND' ? (
      <Empty
        page
        icon={<IconUserOff size={20} />}
        title={`There is no account ${accountId}`}
        action={<ButtonLink href="/desk/accounts">Search for an account</ButtonLink>}
      >
        It was deleted by its owner, or there never was one of this number.
      </Empty>
    ) : (
      <Problem what="The account" retrying={query.isFetching} onRetry={() => query.refetch()} />
    );
  }
  const view = query.data;
  const { account } = view;
  return (
    <>
      <PageHead
        title={account.email}
        actions={
          <span className={classes.badges}>
            {account.role === 'support' && <Badge tone="accent">Support</Badge>}
            {account.reseller_mode && <Badge tone="plain">Reseller</Badge>}
            {account.locked_at && <Badge tone="bad">Locked</Badge>}
            {account.role === 'customer' && <LookButton accountId={accountId} />}
          </span>
        }
      >
        Account {accountId}
      </PageHead>
      {view.own && <Notice tone="warn">This is your own account: somebody else of support changes it.</Notice>}
      <Proposals accountId={accountId} />
      <div className={classes.columns}>
        <Changes view={view} />
        <About view={view} />
      </div>
      <Orders view={view} />
      <Ledger view={view} />
    </>
  );
}
