/** Shapes of proxies, shared with the API, the pages and the docs. */
import { z } from 'zod';
import { Country } from '#server/kernel/countries.ts';
import { expiryStates } from '#server/kernel/expiry.ts';
import { idempotencyKeyForm } from '#server/kernel/limits.ts';
import { listLimits, proxySorts, searchTerm } from './rules.ts';

/** Specification section 2, Proxy. */
export const proxySchema = z.object({
  proxy_id: z.string().meta({ description: 'Proxy identifier in the reseller area.' }),
  host: z.string().meta({ description: 'Entry point address.' }),
  port: z.int().meta({ description: 'Entry point port, the same for SOCKS5 and HTTP.' }),
  username: z.string().meta({ description: 'Login username; it designates the proxy.' }),
  password: z.string().meta({ description: 'Proxy password.' }),
  access: z.string().meta({ description: '`host:port:username:password` joined in one string.' }),
  country: z.enum(Country).meta({ description: 'Country of the proxy.' }),
  expires_at: z.iso.datetime().meta({ description: 'ISO 8601 UTC, 30 days after the purchase.' }),
});

export type DeliveredProxy = z.infer<typeof proxySchema>;

/** Which of the account's proxies a procedure is about. */
export const proxyInput = z.object({ proxy_id: z.string().max(50) });

export const usageInput = z.object({ proxy_ids: z.array(z.string().max(50)).min(1).max(100) });

/** What went through a proxy in some time. Bytes count what was relayed: up from the client, down to it. */
const trafficSchema = z.object({ up_bytes: z.int(), down_bytes: z.int(), connections: z.int() });

export type Traffic = z.infer<typeof trafficSchema>;

/** Traffic of one proxy since midnight (UTC), and over the last 30 days, today among them. */
const usageSchema = z.object({ proxy_id: z.string(), today: trafficSchema, last_30_days: trafficSchema });

export const usageOutput = z.array(usageSchema);

/** The same day by day, oldest first; days without traffic are there with zeros. */
export const trafficOutput = usageSchema.extend({ days: z.array(trafficSchema.extend({ day: z.iso.date() })) });

export type TrafficOutput = z.infer<typeof trafficOutput>;

/** What came of trying a credential over one protocol. */
const checkResultSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), exit_address: z.string(), latency_ms: z.int() }),
  z.object({ ok: z.literal(false), reason: z.string() }),
]);

export type CheckResult = z.infer<typeof checkResultSchema>;

export const checkOutput = z.object({ socks5: checkResultSchema, http: checkResultSchema });

export type CheckOutput = z.infer<typeof checkOutput>;

/** Proxies that can be used now, newest first. */
export const latestOutput = z.array(proxySchema.pick({ proxy_id: true, username: true, country: true, expires_at: true }));

/** What the account's proxies are narrowed to. `search` is a part of an id or of a username, or a whole credential. */
const proxyFilterSchema = z.object({
  search: z.string().max(300, 'Search for less at once.').transform(searchTerm).default(''),
  country: z.enum(Country).optional(),
  status: z.enum(expiryStates).optional(),
});

export type ProxyFilter = z.infer<typeof proxyFilterSchema>;

/** Pages count from 1. */
export const listInput = proxyFilterSchema.extend({
  sort: z.enum(proxySorts).default('newest'),
  page: z.int().min(1).max(999_999).default(1),
});

const listedProxySchema = proxySchema
  .pick({ proxy_id: true, username: true, country: true, expires_at: true })
  .extend({ created_at: z.iso.datetime(), auto_renew: z.boolean(), renewable: z.boolean() });

export type ListedProxy = z.infer<typeof listedProxySchema>;

/** `counts` are of search and country, whatever the status; `total` is of the status, too. */
export const listOutput = z.object({
  records: z.array(listedProxySchema),
  total: z.int(),
  counts: z.object({ all: z.int(), live: z.int(), expiring: z.int(), expired: z.int() }),
});

export type ListOutput = z.infer<typeof listOutput>;

export const idsInput = listInput.omit({ page: true });

/** Proxies that something is done with: some by their ids, or all that a filter finds. */
export const chosenSchema = z.union([
  z.object({ ids: z.array(z.string().max(50)).min(1).max(listLimits.chosen) }),
  z.object({ found: idsInput }),
]);

export type Chosen = z.output<typeof chosenSchema>;

export const autoRenewInput = z.object({ proxies: chosenSchema, on: z.boolean() });

/** Those of which that is new. */
export const autoRenewOutput = z.object({ changed: z.array(z.string()) });

/** `key` makes a repeated request the same task. */
export const resetManyInput = z.object({ proxies: chosenSchema, key: z.string().regex(idempotencyKeyForm) });

export const resetManyOutput = z.object({ task_id: z.int() });

export const idsOutput = z.array(z.string());

export const credentialsInput = z.object({ proxy_ids: z.array(z.string().max(50)).min(1).max(listLimits.credentials) });

export const credentialsOutput = z.array(proxySchema);

/** The days (UTC) within `limits.proxySoonDays` × 24 hours on which valid proxies end, in their order; days without any are left out. */
export const expiringOutput = z.array(z.object({ day: z.iso.date(), proxies: z.int() }));
