/** Procedures of the resale book and of buyer links: the account's own, and for whoever has a link what that shows. */
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { randomReadable } from '#server/kernel/crypto.ts';
import { publicError } from '#server/kernel/errors.ts';
import { cents, fromEuros, toEuros } from '#server/kernel/money.ts';
import type { Services } from '#server/kernel/services.ts';
import { publicProcedure, router, sessionProcedure } from '#server/kernel/trpc.ts';
import * as proxies from '../proxies/port.ts';
import { resaleErrors } from './errors.ts';
import { createLink, normalized, shownLink, tokenHash } from './port.ts';
import { bookLimits, linkLimits } from './rules.ts';
import {
  buyersInput,
  buyersOutput,
  type Change,
  linkCreateInput,
  linkCreateOutput,
  linkedCheckOutput,
  linkedProxiesInput,
  linkedProxyInput,
  linkInput,
  linksInput,
  linksOutput,
  openLinkInput,
  renameInput,
  resaleEditInput,
  resaleEditOutput,
  resaleListInput,
  resaleListOutput,
  resaleUpdateInput,
  type Sums,
  undoInput,
} from './schema.ts';
import * as book from './store/book.ts';
import * as buyers from './store/buyers.ts';
import * as edits from './store/edits.ts';
import * as links from './store/links.ts';

const pageAt = (page: number) => ({ limit: bookLimits.pageSize, offset: (page - 1) * bookLimits.pageSize });

/** The same for a token that never was, one that was revoked and one that expired; and for a proxy that the link does not show. */
const noSuchLink = () => new TRPCError({ code: 'NOT_FOUND', message: 'This link does not work.' });

/** The live proxies of one page of a link, with how many there are on all pages. */
const openLinkOutput = z.object({ expires_at: z.iso.datetime(), proxies: z.array(proxies.proxySchema), total: z.int() });

/** Whoever has a link. So that nobody tries tokens by the million, a network is admitted so many times a minute, by whichever way it comes. */
const linkProcedure = (what: keyof typeof linkLimits.perMinute) =>
  publicProcedure.use(async ({ ctx, next }) => {
    const seconds = await ctx.secondsToWait(`buyer-link ${what}`, linkLimits.perMinute[what]);
    if (seconds !== null) throw publicError(resaleErrors, 'links_too_often', {}, seconds);
    return next();
  });

const DAY_MS = 24 * 60 * 60 * 1_000;

export const resaleRouter = router({
  /** A page of the lines that a filter finds, with the sums of all of them. */
  list: sessionProcedure
    .input(resaleListInput)
    .output(resaleListOutput)
    .query(async ({ ctx, input: { page, ...asked } }) => {
      const { db } = ctx.services;
      const { accountId } = ctx.principal;
      const filter = normalized(asked);
      const [rows, totals, empty] = await Promise.all([
        book.page(db, accountId, filter, pageAt(page)),
        book.totals(db, accountId, filter),
        book.isEmpty(db, accountId),
      ]);
      const records = rows.map(({ cost_cents: cost, sale_price_cents: price, ...row }) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        cost: toEuros(cost),
        sale_price: toEuros(price),
      }));
      return { records, totals: sumsOf(totals), empty };
    }),

  /** Changes what is noted of a proxy. NOT_FOUND where the account's book has no such line. */
  update: sessionProcedure.input(resaleUpdateInput).mutation(async ({ ctx, input: { proxy_id: proxyId, ...change } }) => {
    const found = await book.update(ctx.services.db, ctx.principal.accountId, proxyId, written(change));
    if (!found) throw new TRPCError({ code: 'NOT_FOUND', message: 'Your resale book has no such proxy.' });
  }),

  /**
   * Makes the same change to many lines: all of it or nothing. Those that are not the account's, and those that do not fit the filter
   * any more at that moment, are left out. PAYLOAD_TOO_LARGE where the filter finds more than ten thousand.
   */
  edit: sessionProcedure
    .input(resaleEditInput)
    .output(resaleEditOutput)
    .mutation(async ({ ctx, input: { which, change } }) => {
      const { db } = ctx.services;
      const { accountId } = ctx.principal;
      const filter = 'filter' in which ? normalized(which.filter) : { search: '' };
      const most = bookLimits.edited;
      const ids = 'filter' in which ? await edits.found(db, accountId, filter, most + 1) : which.proxy_ids;
      if (ids.length > most) {
        throw new TRPCError({ code: 'PAYLOAD_TOO_LARGE', message: `Change ${most} lines at most at once: narrow the list.` });
      }
      const editId = `re_${randomReadable(16)}`;
      const changed = await db.transaction((tx) => edits.edit(tx, accountId, { editId, ids, filter, change: written(change) }));
      return { changed, edit_id: changed > 0 ? editId : null };
    }),

  /** Takes an edit of the last hour back, once; what was changed again since then stays. NOT_FOUND where there is none. */
  undo: sessionProcedure.input(undoInput).mutation(async ({ ctx, input }) => {
    const { db } = ctx.services;
    const restored = await edits.undo(db, ctx.principal.accountId, input.edit_id, bookLimits.undoSeconds);
    if (restored === null) throw new TRPCError({ code: 'NOT_FOUND', message: 'This change cannot be undone any more.' });
    return { restored };
  }),

  /** A page of the buyers, with what each of them has. */
  buyers: sessionProcedure
    .input(buyersInput)
    .output(buyersOutput)
    .query(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const { accountId } = ctx.principal;
      const filter = { search: input.search.trim().toLowerCase(), sort: input.sort };
      const rows = await buyers.page(db, accountId, filter, pageAt(input.page));
      const records = rows.map((row) => ({
        ...sumsOf(row),
        buyer_name: row.buyer_name,
        live: row.live,
        next_expiry: row.next_expiry?.toISOString() ?? null,
        links: row.links,
      }));
      return { records, total: rows[0]?.total ?? (await buyers.count(db, accountId, filter.search)) };
    }),

  /** The names of the account's buyers, to be chosen from. */
  buyerNames: sessionProcedure.query(({ ctx }) => buyers.names(ctx.services.db, ctx.principal.accountId, bookLimits.names)),

  /**
   * Gives a buyer another name, in the book and in his links. NOT_FOUND where there is no such buyer, CONFLICT where another one has
   * that name.
   */
  renameBuyer: sessionProcedure.input(renameInput).mutation(async ({ ctx, input: { buyer_name: from, new_name: to } }) => {
    if (from === to) return { renamed: 0 };
    const renamed = await buyers.rename(ctx.services.db, ctx.principal.accountId, from, to);
    if (renamed === 'taken') throw new TRPCError({ code: 'CONFLICT', message: 'Another buyer has this name already.' });
    if (renamed === 0) throw new TRPCError({ code: 'NOT_FOUND', message: 'Your resale book has no such buyer.' });
    return { renamed };
  }),

  /** The account's links, the live ones with their addresses: not for support, which looks at the account, since those open credentials. */
  links: sessionProcedure
    .input(linksInput)
    .output(linksOutput)
    .query(async ({ ctx, input: { buyer, page } }) => {
      const filter = { buyer: buyer ?? null, endedDays: linkLimits.endedDays };
      const { rows, total } = await links.page(ctx.services.db, ctx.principal.accountId, filter, pageAt(page));
      const shown = rows.map((row) => shownLink(ctx.services, row));
      return { records: ctx.principal.viewer ? shown.map((link) => ({ ...link, url: null })) : shown, total };
    }),

  /**
   * Makes a link for a buyer of the book. NOT_FOUND where there is no such buyer, CONFLICT where he has twenty, BAD_REQUEST where it would
   * end in the past or in more than a year.
   */
  createLink: sessionProcedure
    .input(linkCreateInput)
    .output(linkCreateOutput)
    .mutation(async ({ ctx, input }) => {
      const expiresAt = new Date(input.expires_at);
      const ahead = expiresAt.getTime() - Date.now();
      if (ahead <= 0 || ahead > linkLimits.mostDays * DAY_MS) {
        throw new TRPCError({ code: 'BAD_REQUEST', message: 'A link ends in the future, within a year.' });
      }
      const created = await createLink(ctx.services, ctx.principal.accountId, { buyerName: input.buyer_name, expiresAt });
      if ('link' in created) return created.link;
      throw created.refused === 'unknown_buyer'
        ? new TRPCError({ code: 'NOT_FOUND', message: 'Your resale book has no such buyer.' })
        : new TRPCError({ code: 'CONFLICT', message: `A buyer has ${linkLimits.live} links at most. Revoke one first.` });
    }),

  /** Ends a link at once and for good. NOT_FOUND where the account has no such link. */
  revokeLink: sessionProcedure.input(linkInput).mutation(async ({ ctx, input }) => {
    const found = await links.revoke(ctx.services.db, ctx.principal.accountId, input.link_id);
    if (!found) throw new TRPCError({ code: 'NOT_FOUND', message: 'You have no such link.' });
  }),

  /**
   * What a link shows to whoever has it: the buyer's live proxies with their credentials, and nothing else of the account. It is a
   * mutation, since it counts the opening and since a token does not belong into the address of a call.
   */
  openLink: linkProcedure('page')
    .input(openLinkInput)
    .output(openLinkOutput)
    .mutation(async ({ ctx: { services }, input: { token, page } }) => {
      const hash = tokenHash(services, token);
      const link = hash && (await links.open(services.db, hash));
      if (!link) throw noSuchLink();
      const limit = linkLimits.proxies;
      const { ids, total } = await links.shown(services.db, link, { limit, offset: (page - 1) * limit });
      const shown = await proxies.credentials(services, link.account_id, ids);
      return { expires_at: link.expires_at.toISOString(), proxies: shown, total };
    }),

  /** The credentials of a few proxies that a link shows, all of them or none. */
  linkedProxies: linkProcedure('code')
    .input(linkedProxiesInput)
    .output(z.array(proxies.proxySchema))
    .mutation(async ({ ctx: { services }, input }) => (await linked(services, input.token, input.proxy_ids)).shown),

  /** Tries a proxy that a link shows, over both protocols. TOO_MANY_REQUESTS while one is under way, and after twenty in a minute. */
  checkLinked: linkProcedure('check')
    .input(linkedProxyInput)
    .output(linkedCheckOutput)
    .mutation(async ({ ctx: { services }, input }) => {
      const { link, shown } = await linked(services, input.token, [input.proxy_id]);
      const [proxy] = shown;
      if (!proxy) throw noSuchLink();
      const admitted = await links.admitCheck(services.db, link.id, linkLimits.checksPerMinute);
      const results = admitted && (await proxies.checkProxy(services, `link ${link.id}`, proxy));
      if (!results) throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: 'Too many checks at once. Wait a minute.' });
      return { socks5: withoutReason(results.socks5), http: withoutReason(results.http) };
    }),
});

/** A live link, and proxies that it shows now. */
async function linked(services: Services, token: string, proxyIds: readonly string[]) {
  const hash = tokenHash(services, token);
  const link = hash && (await links.showing(services.db, hash, proxyIds));
  if (!link) throw noSuchLink();
  return { link, shown: await proxies.credentials(services, link.account_id, proxyIds) };
}

function withoutReason(result: proxies.CheckResult) {
  return result.ok ? result : { ok: false as const };
}

function sumsOf(row: book.SumsRow): Sums {
  return {
    count: row.count,
    cost: toEuros(row.cost_cents),
    sales: toEuros(row.sales_cents),
    paid: toEuros(row.paid_cents),
    open: toEuros(cents(row.sales_cents - row.paid_cents)),
  };
}

/** A change in cents, without its absent members. */
function written({ sale_price: price, buyer_name, paid_on, note }: Change): book.WrittenChange {
  const priceCents = price === undefined ? null : fromEuros(price);
  return {
    ...(priceCents === null ? {} : { sale_price_cents: priceCents }),
    ...(buyer_name === undefined ? {} : { buyer_name }),
    ...(paid_on === undefined ? {} : { paid_on }),
    ...(note === undefined ? {} : { note }),
  };
}
