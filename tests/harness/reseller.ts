/** A reseller's account and the calls that its program makes. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { AccountId } from '#server/kernel/ids.ts';
import { type Cents, cents, fromEuros } from '#server/kernel/money.ts';
import * as accounts from '#server/plugins/accounts/port.ts';
import * as billing from '#server/plugins/billing/port.ts';
import { setCap } from '#server/plugins/orders/port.ts';
import * as pricing from '#server/plugins/pricing/port.ts';
import * as keys from '#server/plugins/reseller/port.ts';
import { balanceAnswer, createdAnswer, replayedAnswer, stockAnswer } from '#server/rest/contract.ts';
import { type ApiAnswer, type ApiRequest, call, freshSource } from './client.ts';
import type { Site } from './site.ts';

export const BASE = '/api/v1/reseller';

/** What is special about an account. */
export interface ResellerOptions {
  /** Euros; 100 by default. */
  readonly balance?: number;
  readonly resellerMode?: boolean;
  readonly tierName?: string;
  readonly review?: { basisPoints: number; until: Date };
  /** Proxies over 24 hours. */
  readonly cap?: number;
}

/** This key with its last character wrong. */
export function withTypo(apiKey: string): string {
  return `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`;
}

/** What may differ in a call from the plain right one. */
export interface CallOptions {
  readonly headers?: ApiRequest['headers'];
  readonly from?: string;
}

export interface Reseller {
  readonly accountId: AccountId;
  readonly email: string;
  readonly apiKey: string;
  /** `Authorization`, with the account's key. */
  readonly auth: { readonly Authorization: string };
  balance(options?: CallOptions): Promise<ApiAnswer>;
  /** @param query with its question mark. */
  stock(query?: string, options?: CallOptions): Promise<ApiAnswer>;
  /** @param order an object, or the body as it goes over the wire. */
  buy(key: string, order: object | string | Uint8Array, options?: CallOptions): Promise<ApiAnswer>;
  /** Euros, read from the database. */
  money(): Promise<number>;
}

/** Opens an account with reseller mode, a key and a balance. */
export async function newReseller(site: Site, options: ResellerOptions = {}): Promise<Reseller> {
  const { services } = site;
  const { balance = 100, resellerMode = true, tierName, review, cap } = options;
  const email = `reseller-${randomUUID()}@example.com`;
  const accountId = await services.db.transaction(async (tx) => {
    const opened = await accounts.insertMany(tx, [{ email, passwordHash: '-', role: 'customer', resellerMode }]);
    const id = opened.get(email);
    if (id === undefined) throw new Error('the account was not opened');
    await billing.openWith(tx, [id], euros(balance), 'Balance of a test');
    if (tierName !== undefined || review !== undefined) {
      await pricing.setAccountDiscount(tx, id, { ...(tierName ? { tierName } : {}), ...(review ? { review } : {}) });
    }
    if (cap !== undefined) await setCap(tx, id, cap);
    return id;
  });
  const { apiKey } = await keys.issueKey(services, accountId);
  const auth = { Authorization: `Bearer ${apiKey}` };
  const source = freshSource();
  const at = ({ headers = {}, from = source }: CallOptions) => ({ headers: { ...auth, ...headers }, from });
  return {
    accountId,
    email,
    apiKey,
    auth,
    balance: (more = {}) => call(site, { path: `${BASE}/balance`, ...at(more) }),
    stock: (query = '', more = {}) => call(site, { path: `${BASE}/stock${query}`, ...at(more) }),
    buy(key, order, more = {}) {
      const body = typeof order === 'string' || order instanceof Uint8Array ? order : JSON.stringify(order);
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...more.headers };
      return call(site, { method: 'POST', path: `${BASE}/buy`, body, ...at({ ...more, headers }) });
    },
    money: async () => (await billing.balance(services.db, accountId)) / 100,
  };
}

/** An Idempotency-Key that nobody used. */
export function newKey(): string {
  return `test-${randomUUID()}`;
}

function euros(amount: number): Cents {
  return fromEuros(amount) ?? cents(Number.NaN);
}

/** The order of a 201. */
export function created(answer: ApiAnswer): z.infer<typeof createdAnswer> {
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 201, code: undefined });
  return createdAnswer.parse(answer.body);
}

/** The order of a replay. */
export function replayed(answer: ApiAnswer): z.infer<typeof replayedAnswer> {
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 200, code: undefined });
  expect(answer.headers['idempotent-replay']).toBe('true');
  return replayedAnswer.parse(answer.body);
}

/** The balance of a 200. */
export function balanceOf(answer: ApiAnswer): number {
  expect(answer.status).toBe(200);
  return balanceAnswer.parse(answer.body).balance;
}

/** The stock of a 200, by country. */
export function stockOf(answer: ApiAnswer) {
  expect(answer.status).toBe(200);
  const { stock } = stockAnswer.parse(answer.body);
  return Object.fromEntries(stock.map((entry) => [entry.country, entry])) as Record<'fr' | 'es' | 'eu', (typeof stock)[number]>;
}
