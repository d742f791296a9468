/** Procedures of proxies: stock for everybody; for an account its own credentials, their traffic, reset and check. */
import { TRPCError } from '@trpc/server';
import { countries } from '#server/kernel/countries.ts';
import { entryPointLimits, limits } from '#server/kernel/limits.ts';
import { publicProcedure, router, sessionProcedure } from '#server/kernel/trpc.ts';
import { start } from '../tasks/port.ts';
import { RESET_TASK } from './adapters/reset-task.ts';
import { withheld } from './port/credentials.ts';
import { stock } from './port/suppliers.ts';
import { checkProxy, credentials, delivered, idsOf, resetPassword } from './port.ts';
import { listLimits } from './rules.ts';
import {
  autoRenewInput,
  autoRenewOutput,
  checkOutput,
  credentialsInput,
  credentialsOutput,
  expiringOutput,
  idsInput,
  idsOutput,
  latestOutput,
  listInput,
  listOutput,
  proxyInput,
  proxySchema,
  resetManyInput,
  resetManyOutput,
  type Traffic,
  trafficOutput,
  usageInput,
  usageOutput,
} from './schema.ts';
import { expiringByDay } from './store/expiring.ts';
import * as list from './store/list.ts';
import { latest, ofAccount } from './store/proxies.ts';
import { setAutoRenew } from './store/renewing.ts';
import { daysOfUse, sumsOfUse } from './store/usage.ts';

/** Proxies among which the account holder chooses one to use. */
const LATEST = 20;

/** A procedure about one proxy of the account. NOT_FOUND where it has no such one, be it another's or nobody's. */
const proxyProcedure = sessionProcedure.input(proxyInput).use(async ({ ctx, input, next }) => {
  const proxy = await ofAccount(ctx.services.db, ctx.principal.accountId, input.proxy_id);
  if (!proxy) throw new TRPCError({ code: 'NOT_FOUND', message: 'You have no such proxy.' });
  return next({ ctx: { ...ctx, proxy } });
});

const hasExpired = () => new TRPCError({ code: 'CONFLICT', message: 'This proxy has expired.' });

export const proxiesRouter = router({
  /** How many proxies of each country could be bought now, for anybody to see. */
  available: publicProcedure.query(async ({ ctx }) => {
    const available = await stock(ctx.services.db, ctx.services.extensions);
    return countries.map((country) => ({ country, available: available(country, null) }));
  }),

  /** The account's newest proxies that can be used now, without their passwords. */
  latest: sessionProcedure.output(latestOutput).query(async ({ ctx }) => {
    const rows = await latest(ctx.services.db, ctx.principal.accountId, LATEST);
    return rows.map(({ id, username, country, expires_at: expiresAt }) => {
      return { proxy_id: id, username, country, expires_at: expiresAt.toISOString() };
    });
  }),

  /** A page of the account's proxies, live and expired, without their passwords. */
  list: sessionProcedure
    .input(listInput)
    .output(listOutput)
    .query(async ({ ctx, input: { page, ...filter } }) => {
      const { db } = ctx.services;
      const { accountId } = ctx.principal;
      const { pageSize: limit } = listLimits;
      const { proxySoonDays: soonDays } = limits;
      const [rows, counts] = await Promise.all([
        list.page(db, accountId, filter, { soonDays, limit, offset: (page - 1) * limit }),
        list.counts(db, accountId, filter, soonDays),
      ]);
      const records = rows.map(({ id, created_at: createdAt, expires_at: expiresAt, ...row }) => {
        return { ...row, proxy_id: id, created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() };
      });
      return { records, total: counts[filter.status ?? 'all'], counts };
    }),

  /** How many of the account's proxies end within the next days, day by day. */
  expiring: sessionProcedure
    .output(expiringOutput)
    .query(({ ctx }) => expiringByDay(ctx.services.db, ctx.principal.accountId, limits.proxySoonDays)),

  /** The ids of all that a filter finds, in its order, of ten thousand at most. What is then done with them meets no others. */
  ids: sessionProcedure
    .input(idsInput)
    .output(idsOutput)
    .query(({ ctx, input }) => {
      const { ids: limit } = listLimits;
      const { proxySoonDays: soonDays } = limits;
      return list.ids(ctx.services.db, ctx.principal.accountId, input, { soonDays, limit });
    }),

  /**
   * The credentials of up to a thousand proxies, in the order of their ids; those that are not the account's are left out.
   * A mutation, since so many ids do not fit into an address, and since no page is to keep the answer.
   */
  credentials: sessionProcedure
    .input(credentialsInput)
    .output(credentialsOutput)
    .mutation(({ ctx, input }) => credentials(ctx.services, ctx.principal.accountId, input.proxy_ids)),

  /** Makes other passwords for many proxies, in the background; each old one is dead when it is that proxy's turn. */
  resetMany: sessionProcedure
    .input(resetManyInput)
    .output(resetManyOutput)
    .mutation(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const { accountId } = ctx.principal;
      // A task keeps its input for a while: nothing in it is another account's.
      const ids = await list.own(db, accountId, await idsOf(db, accountId, input.proxies));
      return { task_id: await start(db, accountId, RESET_TASK, { ids }, ids.length, input.key) };
    }),

  /** Has proxies renewed by themselves before they expire, or not any more. Expired ones, and those of others, are left as they are. */
  autoRenew: sessionProcedure
    .input(autoRenewInput)
    .output(autoRenewOutput)
    .mutation(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const { accountId } = ctx.principal;
      return { changed: await setAutoRenew(db, accountId, await idsOf(db, accountId, input.proxies), input.on) };
    }),

  /** The credential of a proxy, its password included; to support, which looks at the account, dots in its place. */
  credential: proxyProcedure
    .output(proxySchema)
    .query(({ ctx }) => (ctx.principal.viewer ? withheld(ctx.services, ctx.proxy) : delivered(ctx.services, ctx.proxy))),

  /** Makes another password, under the same username; the old one is dead at once. CONFLICT where the proxy has expired. */
  reset: proxyProcedure.output(proxySchema).mutation(async ({ ctx }) => {
    const proxy = await resetPassword(ctx.services, ctx.proxy);
    if (!proxy) throw hasExpired();
    return proxy;
  }),

  /** Traffic today and over 30 days of several proxies at once; ids that are not the account's are left out. */
  usage: sessionProcedure
    .input(usageInput)
    .output(usageOutput)
    .query(async ({ ctx, input }) => {
      const rows = await sumsOfUse(ctx.services.db, ctx.principal.accountId, input.proxy_ids, entryPointLimits.trafficDaysShown);
      return rows.map((row) => ({
        proxy_id: row.proxy_id,
        today: { up_bytes: row.up_bytes_today, down_bytes: row.down_bytes_today, connections: row.connections_today },
        last_30_days: { up_bytes: row.up_bytes, down_bytes: row.down_bytes, connections: row.connections },
      }));
    }),

  /** Traffic of one proxy, day by day. */
  traffic: proxyProcedure.output(trafficOutput).query(async ({ ctx }) => {
    const days = await daysOfUse(ctx.services.db, ctx.proxy.id, entryPointLimits.trafficDaysShown);
    return { proxy_id: ctx.proxy.id, today: sum(days.slice(-1)), last_30_days: sum(days), days };
  }),

  /**
   * Tries a credential as a client would, over both protocols, against the site's own address. CONFLICT where the proxy has
   * expired, TOO_MANY_REQUESTS while another check of the account is under way.
   */
  check: proxyProcedure.output(checkOutput).mutation(async ({ ctx }) => {
    const { principal, proxy, services } = ctx;
    if (proxy.expires_at <= new Date()) throw hasExpired();
    const results = await checkProxy(services, `account ${principal.accountId}`, delivered(services, proxy));
    if (!results) {
      throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: 'A check is under way already. Wait until it has ended.' });
    }
    return results;
  }),
});

function sum(days: readonly Traffic[]): Traffic {
  const total = { up_bytes: 0, down_bytes: 0, connections: 0 };
  for (const day of days) {
    total.up_bytes += day.up_bytes;
    total.down_bytes += day.down_bytes;
    total.connections += day.connections;
  }
  return total;
}
