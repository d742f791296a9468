/** An order with all that happened to it, and the two ways to settle it. */
import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { staff } from '../../staff.ts';
import { Order } from './order.tsx';

export const metadata: Metadata = { title: 'Order' };

export default async function OrderPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await staff(`/desk/settlement/${id}`);
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  const order_id = Number(id);
  const { queryClient, procedures } = await pageQueries();
  await queryClient.prefetchQuery(procedures.support.settlement.order.queryOptions({ order_id }));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Order orderId={order_id} />
    </HydrationBoundary>
  );
}
