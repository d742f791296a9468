/** The overview of the desk: sales and margin, stock, failures, suppliers, and whether the books are right. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import classes from './desk.module.css';
import { AsOf } from './overview/as-of.tsx';
import { Claims } from './overview/claims.tsx';
import { Failures } from './overview/failures.tsx';
import { Invariants } from './overview/invariants.tsx';
import { overviewQueries } from './overview/queries.ts';
import { Sales } from './overview/sales.tsx';
import { Stock } from './overview/stock.tsx';
import { Suppliers } from './overview/suppliers.tsx';
import { staff } from './staff.ts';

export const metadata: Metadata = { title: 'Support desk' };

export default async function DeskPage() {
  await staff('/desk');
  const { queryClient, procedures } = await pageQueries();
  await Promise.all(
    overviewQueries(procedures).map(({ queryKey, queryFn }) =>
      queryClient.prefetchQuery<unknown, Error, unknown, typeof queryKey>({ queryKey, ...(queryFn && { queryFn }) }),
    ),
  );
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title="Overview" actions={<AsOf />} />
      <Sales />
      <div className={classes.columns}>
        <Failures />
        <div className={classes.column}>
          <Stock />
          <Invariants />
        </div>
      </div>
      <Suppliers />
      <Claims />
    </HydrationBoundary>
  );
}
