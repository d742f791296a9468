/** Pure decisions about the records: what somebody who asks for a purchase has typed, and what its books say. */
import type { OrderStatus } from '#prisma/generated/enums.ts';
import { idempotencyKeyIn } from '#server/kernel/limits.ts';
import { proxyIdForm, usernameForm } from '#server/kernel/name-forms.ts';
import { periodOfDays } from '#server/kernel/period.ts';
import type { CallFilter } from './store.ts';

export const callResults = ['succeeded', 'refused', 'failed'] as const;

export const callRoutes = ['/balance', '/stock', '/buy', 'other'] as const;

/** Which requests are asked for; the days are UTC, both included. */
interface CallsAsked {
  readonly result?: (typeof callResults)[number] | undefined;
  readonly route?: (typeof callRoutes)[number] | undefined;
  readonly code?: string | undefined;
  readonly key?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** `settling`: debited, but neither delivered nor given back yet. */
export const verdicts = ['charged', 'refunded', 'settling', 'in_progress', 'never'] as const;
export type Verdict = (typeof verdicts)[number];

/** What a typed text may refer to. It can be several things at once: an idempotency key may be a number, or look like a proxy's id. */
export interface Reference {
  /** Without the secrets that were pasted along with it. */
  readonly text: string;
  readonly key: string | null;
  readonly orderId: number | null;
  /** The id or the username of a proxy. */
  readonly proxy: string | null;
}

/** A credential in one of the forms that the site hands out, or as an address; the username is what matters (decision 60). */
const CREDENTIALS = [
  new RegExp(`^(?:\\[[^\\]\\s]*\\]|[^:\\s]+):\\d{1,5}:(${usernameForm}):\\S+$`, 'i'),
  new RegExp(`^(?:[a-z0-9+.-]+://)?(${usernameForm}):\\S+$`, 'i'),
];
const PROXY = new RegExp(`^(?:${proxyIdForm}|${usernameForm})$`, 'i');
const MOST_ORDER_ID = 2 ** 31 - 1;

/** Reads what was typed or pasted. Of a whole credential only the username is left, so that no password is passed on. */
export function referenceOf(typed: string): Reference {
  const trimmed = typed.trim();
  const credential = CREDENTIALS.map((form) => form.exec(trimmed)?.[1]).find((username) => username !== undefined);
  const text = credential ?? trimmed;
  const orderId = /^#?\d{1,10}$/.test(text) ? Number(text.replace('#', '')) : 0;
  return {
    text,
    key: idempotencyKeyIn(text),
    orderId: orderId >= 1 && orderId <= MOST_ORDER_ID ? orderId : null,
    proxy: PROXY.test(text) ? text.toLowerCase() : null,
  };
}

/** What the books say of a purchase. Amounts are signed cents: what was debited is negative. */
export interface Books {
  readonly status: OrderStatus;
  readonly movements: readonly { readonly kind: string; readonly amountCents: number }[];
}

/** The one sentence about an order, by what was really moved for it. */
export function verdictOf({ status, movements }: Books): Verdict {
  const debited = movements.some(({ kind }) => kind === 'purchase');
  if (!debited) return status === 'processing' ? 'in_progress' : 'never';
  if (movements.reduce((sum, { amountCents }) => sum + amountCents, 0) >= 0) return 'refunded';
  return status === 'processing' || status === 'failed' ? 'settling' : 'charged';
}

const STATUS_CLASSES = { succeeded: 2, refused: 4, failed: 5 } as const;

/** Which lines of the log a filter of the page means; its days are UTC, and both belong to the range. */
export function callFilterOf({ result, route, code, key, from, to }: CallsAsked): CallFilter {
  return {
    statusClass: result === undefined ? null : STATUS_CLASSES[result],
    route: route ?? null,
    code: code ?? null,
    idempotencyKey: key ?? null,
    ...periodOfDays(from, to),
  };
}
