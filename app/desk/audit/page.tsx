/** Audit: who of support changed what, and why. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { listPath, pageAsked, type SearchParams } from '#app/_lists/address.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { PageHead } from '#app/_ui/panel.tsx';
import { staff } from '../staff.ts';
import { auditAsked } from './audit-address.ts';
import { AuditLog } from './audit-log.tsx';

export const metadata: Metadata = { title: 'Audit' };

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const filter = auditAsked(params);
  const page = pageAsked(params);
  await staff(listPath('/desk/audit', filter, page));
  const { queryClient, procedures } = await pageQueries();
  await queryClient.prefetchQuery(procedures.support.audit.list.queryOptions({ ...filter, page }));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead title="Audit">Everything that was changed at the desk, with its reason. It can only be added to.</PageHead>
      <AuditLog filter={filter} page={page} />
    </HydrationBoundary>
  );
}
