/** Claims: what suppliers were paid, or may have been, for proxies that nobody got. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { pageAsked, type SearchParams } from '#app/_lists/address.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { PageHead } from '#app/_ui/panel.tsx';
import { staff } from '../../staff.ts';
import { Claims } from './claims.tsx';
import { claimsAddress } from './claims-address.ts';

export const metadata: Metadata = { title: 'Claims on suppliers' };

export default async function ClaimsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = pageAsked(await searchParams);
  await staff(claimsAddress(page));
  const { queryClient, procedures } = await pageQueries();
  await queryClient.prefetchQuery(procedures.support.settlement.claims.queryOptions({ page }));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHead
        title="Claims on suppliers"
        actions={
          <ButtonLink href="/desk/settlement" variant="default">
            Failed orders
          </ButtonLink>
        }
      >
        What suppliers debited, or may have debited, for proxies that were never passed on. Ask them for it by their order number,
        or by our key.
      </PageHead>
      <Claims page={page} />
    </HydrationBoundary>
  );
}
