/** Pure rules of proxies: how one is written down and looked for, how much of a list is given at once, and the forecast of the stock. */
import { authority } from '#server/kernel/authority.ts';
import { proxyIdForm, usernameForm } from '#server/kernel/name-forms.ts';

/** What stands for a password until its owner asks to see it, and for good where somebody looks who is not to have it. */
export const HIDDEN_PASSWORD = '••••••••••••';

/** How much of an account's proxies is given at once. */
export const listLimits = {
  pageSize: 50,
  /** Credentials in one answer. */
  credentials: 1_000,
  /** Proxies that are chosen by their ids: as many as fit into a request. */
  chosen: 4_000,
  /** Proxies that one filter gives the ids of. */
  ids: 10_000,
} as const;

export const proxySorts = ['newest', 'oldest', 'expires_first', 'expires_last'] as const;
export type ProxySort = (typeof proxySorts)[number];

/** In which states an address of the pool can be. `resting` is its quarantine after a proxy ended. */
export const addressStates = ['free', 'leased', 'resting', 'retired'] as const;
export type AddressState = (typeof addressStates)[number];

/** Days of 24 hours that the forecast of the stock looks back and ahead, and the most for which an address may rest. */
export const stockLimits = { backDays: 14, aheadDays: 60, mostRestDays: 90 } as const;

/** What the forecast of a country's stock is made of. */
export interface StockFacts {
  readonly free: number;
  /** Proxies delivered over the last `backDays`. */
  readonly sold: number;
  /** Proxies whose first period ended in that time, and how many of them were renewed. */
  readonly ended: number;
  readonly renewed: number;
  /** Addresses whose leases, rest included, end on each of the days ahead, the first being the 24 hours from now. */
  readonly returns: readonly number[];
  /** Days after which an address that is sold now returns, rest included. */
  readonly cycleDays: number;
}

export interface StockForecast {
  /** Proxies a day. */
  readonly rate: number;
  /** Free addresses now and at the end of each day ahead, never below zero. */
  readonly free: readonly number[];
  /** Days until none is left, in tenths; null where that is further off than the days ahead. */
  readonly soldOutDays: number | null;
}

/**
 * Days until a country is sold out at the present rate, net of returns. With s = sold / backDays and k = renewed / ended (0 where none ended),
 *
 *   free(d) = free(d − 1) − s + (1 − k) × (returns(d) + s where d > cycleDays)
 *
 * for the days d = 1, 2, … ahead: each day s are sold; of the leases that end on it, those made before now and those of the forecast
 * itself, the share 1 − k is not renewed and returns. The first day with free(d) < 0 is when it is sold out; within it, by proportion.
 */
export function forecastOf(facts: StockFacts): StockForecast {
  const rate = facts.sold / stockLimits.backDays;
  const returning = facts.ended > 0 ? 1 - facts.renewed / facts.ended : 1;
  const free = [facts.free];
  let soldOutDays: number | null = facts.free <= 0 ? 0 : null;
  for (const [index, returns] of facts.returns.entries()) {
    const before = free[index] ?? 0;
    const after = before - rate + returning * (returns + (index + 1 > facts.cycleDays ? rate : 0));
    if (after < 0 && soldOutDays === null) soldOutDays = Math.round((index + before / (before - after)) * 10) / 10;
    free.push(Math.max(0, after));
  }
  return { rate, free: free.map((value) => Math.round(value * 10) / 10), soldOutDays };
}

/** By what a proxy is used. The password may be a placeholder. */
export interface ProxyAccess {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

/**
 * `host:port:username:password` (specification section 2). An IPv6 host stands in brackets here, for it has colons of its own.
 */
export function accessString({ host, port, username, password }: ProxyAccess): string {
  return [authority(host, port), username, password].join(':');
}

/** A shell goes on reading on the next line. */
const BREAK = ' \\\n  ';

/** One call for each protocol, over a few lines of a shell. @param url what to fetch through the proxy. */
export function curlLines(
  { host, port, ...login }: ProxyAccess,
  url: string,
): { readonly socks5: string; readonly http: string } {
  const entry = authority(host, port);
  const user = `--proxy-user '${login.username}:${login.password}'`;
  return {
    socks5: [`curl --socks5-hostname ${entry}`, user, url].join(BREAK),
    http: [`curl -x http://${entry}`, user, url].join(BREAK),
  };
}

/** A whole proxy id or username. */
const NAME = new RegExp(`(?:^|[^a-z0-9_])(${proxyIdForm}|${usernameForm})(?![a-z0-9])`, 'i');

/**
 * What a typed text looks for: a part of an id or username. Of a pasted credential, in whatever form, only the username is left, so
 * that no password comes into the address of a page.
 */
export function searchTerm(typed: string): string {
  return (NAME.exec(typed)?.[1] ?? typed.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' ')).trim().toLowerCase();
}
