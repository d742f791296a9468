/** Procedures of the resale book: the account's own lines, and nobody else's. */
import { TRPCError } from '@trpc/server';
import { fromEuros, toEuros } from '#server/kernel/money.ts';
import { router, sessionProcedure } from '#server/kernel/trpc.ts';
import * as proxies from '../proxies/port.ts';
import { type ResaleRecord, resaleListInput, resaleListOutput, resaleUpdateInput } from './schema.ts';
import * as store from './store.ts';

/** Lines on one page of the book. */
const PAGE_SIZE = 50;

export const resaleRouter = router({
  /** A page of the book, newest proxies first. Sale prices in euros. */
  list: sessionProcedure
    .input(resaleListInput)
    .output(resaleListOutput)
    .query(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const { accountId } = ctx.principal;
      const rows = await store.page(db, accountId, PAGE_SIZE, (input.page - 1) * PAGE_SIZE);
      const described = await proxies.describe(
        db,
        accountId,
        rows.map((row) => row.proxy_id),
      );
      const records = rows.flatMap((row): ResaleRecord[] => {
        const proxy = described.get(row.proxy_id);
        return proxy
          ? [
              {
                proxy_id: row.proxy_id,
                username: proxy.username,
                country: proxy.country,
                created_at: proxy.created_at.toISOString(),
                expires_at: proxy.expires_at.toISOString(),
                sale_price: toEuros(row.sale_price_cents),
                buyer_name: row.buyer_name,
              },
            ]
          : [];
      });
      return { records, total: await store.count(db, accountId), page_size: PAGE_SIZE };
    }),

  /** Notes the sale price (euros) or the buyer of a proxy. NOT_FOUND where the account's book has no such line. */
  update: sessionProcedure.input(resaleUpdateInput).mutation(async ({ ctx, input }) => {
    const salePriceCents = input.sale_price === undefined ? null : fromEuros(input.sale_price);
    const found = await store.update(ctx.services.db, ctx.principal.accountId, input.proxy_id, {
      ...(salePriceCents === null ? {} : { salePriceCents }),
      ...(input.buyer_name === undefined ? {} : { buyerName: input.buyer_name }),
    });
    if (!found) throw new TRPCError({ code: 'NOT_FOUND', message: 'Your resale book has no such proxy.' });
  }),
});
