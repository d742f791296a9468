/** The desk's stock: the pool, its import, retirement and rest, and the replacement of dead addresses. */
import { countries } from '#server/kernel/countries.ts';
import type { Transaction } from '#server/kernel/database.ts';
import { type Principal, router, supportProcedure } from '#server/kernel/trpc.ts';
import * as proxies from '../../proxies/port.ts';
import { DESK_STOCK } from '../rules.ts';
import * as schema from '../schema/stock.ts';
import { audit } from '../store/audit.ts';

export const stockRouter = router({
  /** The pool by country and state, how long it lasts, and the rest between two leases. Counted address by address. */
  overview: supportProcedure.output(schema.overviewOutput).query(async ({ ctx }) => {
    const { restDays, countries: stock } = await proxies.stockOverview(ctx.services.db, countries);
    return {
      rest_days: restDays,
      countries: stock.map(({ country, states, retiredInUse, forecast }) => ({
        country,
        ...states,
        retired_in_use: retiredInUse,
        rate: forecast.rate,
        sold_out_days: forecast.soldOutDays,
        free_ahead: [...forecast.free],
      })),
    };
  }),

  /** A page of the addresses, by address. */
  addresses: supportProcedure
    .input(schema.addressesInput)
    .output(schema.addressesOutput)
    .query(async ({ ctx, input }) => {
      const { pageSize: limit } = DESK_STOCK;
      const asked = { search: input.search ?? '', country: input.country ?? null, state: input.state ?? null };
      const { rows, total } = await proxies.addressList(ctx.services.db, asked, { limit, offset: (input.page - 1) * limit });
      return {
        total,
        page_size: limit,
        addresses: rows.map(({ id, ip, country, state, free_at, retired_at, proxy_id, order_id, expires_at }) => ({
          ...{ id, ip, country, state },
          free_at: free_at?.toISOString() ?? null,
          retired_at: retired_at?.toISOString() ?? null,
          proxy: proxy_id && order_id && expires_at ? { proxy_id, order_id, expires_at: expires_at.toISOString() } : null,
        })),
      };
    }),

  /** What importing a list would come to. A mutation, since such a list does not fit into an address; nothing is written. */
  preview: supportProcedure
    .input(schema.previewInput)
    .output(schema.previewOutput)
    .mutation(async ({ ctx, input }) => {
      const { fresh, known, repeated, refused } = await proxies.previewImport(ctx.services.db, input.text);
      const first = <T>(list: readonly T[]) => list.slice(0, DESK_STOCK.previewed);
      return {
        fresh: fresh.length,
        first_fresh: first(fresh),
        repeated: repeated.length,
        known: known.length,
        first_known: first(known),
        refused: refused.length,
        first_refused: first(refused),
      };
    }),

  /** Adds what of a list is new to the pool of a country; what else stands in it changes nothing. */
  import: supportProcedure
    .input(schema.importInput)
    .output(schema.importOutput)
    .mutation(({ ctx: { services, principal }, input: { country, text, reason } }) =>
      services.db.transaction(async (tx) => {
        const { fresh } = await proxies.previewImport(tx, text);
        const added = await proxies.addAddresses(tx, country, fresh);
        if (added.length > 0) {
          const after = { added: added.length, addresses: added.slice(0, DESK_STOCK.previewed).join(' ') };
          const subject = { kind: 'stock', id: country };
          await audit(tx, { actorId: principal.accountId, action: 'stock.import', subject, reason, before: {}, after });
        }
        return { added: added.length };
      }),
    ),

  /** Takes addresses out of sale for good, those that have a proxy once that has ended; its owner gets a mail. */
  retire: supportProcedure
    .input(schema.addressIdsInput)
    .output(schema.addressIdsOutput)
    .mutation(({ ctx: { services, principal }, input: { ids, reason } }) =>
      services.db.transaction(async (tx) => {
        const changed = await proxies.retire(tx, services, ids);
        await auditAddresses(tx, principal, { action: 'stock.retire', reason, after: 'retired' }, changed);
        return { changed: changed.map(({ id }) => id) };
      }),
    ),

  /** Puts retired addresses back into the stock; owners of proxies there get a mail. */
  putBack: supportProcedure
    .input(schema.addressIdsInput)
    .output(schema.addressIdsOutput)
    .mutation(({ ctx: { services, principal }, input: { ids, reason } }) =>
      services.db.transaction(async (tx) => {
        const changed = await proxies.putBack(tx, services, ids);
        await auditAddresses(tx, principal, { action: 'stock.put_back', reason, after: 'in stock' }, changed);
        return { changed: changed.map(({ id }) => id) };
      }),
    ),

  /** Sets for how many days an address rests after its proxy ended, also for those that are leased or at rest now. */
  setRest: supportProcedure
    .input(schema.restInput)
    .output(schema.restOutput)
    .mutation(({ ctx: { services, principal }, input: { days, reason } }) =>
      services.db.transaction(async (tx) => {
        const { before, moved } = await proxies.setRest(tx, days);
        await audit(tx, {
          actorId: principal.accountId,
          action: 'stock.set_rest',
          subject: { kind: 'stock', id: 'all' },
          reason,
          before: { rest_days: before },
          after: { rest_days: days },
        });
        return { moved };
      }),
    ),

  /** Gives a proxy another address of its country in the place of its own, which is retired; its owner gets a mail. */
  replace: supportProcedure
    .input(schema.replaceInput)
    .output(schema.replaceOutput)
    .mutation(({ ctx: { services, principal }, input: { proxy_id, reason } }) =>
      services.db.transaction(async (tx) => {
        const replaced = await proxies.replaceAddress(tx, services, proxy_id);
        if (replaced.outcome !== 'replaced') return { outcome: replaced.outcome };
        const { orderId, before, after } = replaced;
        await audit(tx, {
          actorId: principal.accountId,
          action: 'stock.replace',
          subject: { kind: 'proxy', id: proxy_id },
          reason,
          before: { order: orderId, address: before },
          after: { order: orderId, address: after },
        });
        return { outcome: 'replaced' as const, before, after };
      }),
    ),
});

/** An entry for each address, so that the log tells the story of one. */
async function auditAddresses(
  tx: Transaction,
  { accountId }: Principal,
  { action, reason, after }: { action: `stock.${string}`; reason: string; after: string },
  addresses: proxies.Retirement,
): Promise<void> {
  await Promise.all(
    addresses.map(({ ip, country, state }) => {
      const subject = { kind: 'address', id: ip };
      return audit(tx, {
        ...{ actorId: accountId, action, subject, reason },
        before: { country, state },
        after: { country, state: after },
      });
    }),
  );
}
