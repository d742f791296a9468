/** Pure rules of the desk. */
import { invoiceNumberForm, proxyIdForm, usernameForm } from '#server/kernel/name-forms.ts';

/** Characters of the reason that every change at the desk is given. */
export const REASON_LENGTH = { min: 3, max: 500 };

/** Characters at most where a customer reads the reason, on the credit note of a refund. */
export const SETTLEMENT_REASON_LENGTH = 200;

/** Lines of a page of failed orders, and of claims. */
export const QUEUE_PAGE_SIZE = 50;

/** What the overview shows of the past: days of sales and failures, hours of how suppliers answered. */
export const OVERVIEW = { days: 30, hours: 48 } as const;

/** What the desk takes and gives of the stock at once. */
export const DESK_STOCK = {
  addressesAtOnce: 100,
  pageSize: 50,
  /** Characters of a list to import: as many as fit into a request. */
  listLength: 90_000,
  /** Addresses that a preview names of each kind. */
  previewed: 50,
} as const;

/** Bounds of what prices the desk may set. */
export const PRICE_LIMITS = {
  steps: 20,
  /** Fifty of it and more are still far from the end of the integers in the tables. */
  unitCents: 1_000_000,
  codeUses: 1_000_000,
  wheelPrizes: 20,
  wheelWeight: 1_000_000,
} as const;

/** Proxies over 24 hours that a cap of an account may be. */
export const MOST_CAP = 1_000_000;

/** For how long a sign-in of support looks at an account before it has to say why once more. */
export const LOOK_SECONDS = 30 * 60;

/** Characters of the note that a customer reads beside a movement of his balance. */
export const NOTE_LENGTH = 200;

/** Cents that one person of support moves of one account by himself, over a rolling window; more takes two people. The database has it too. */
export const ALONE = { cents: 10_000, windowSeconds: 24 * 60 * 60 };

/** Cents that one movement may be of at most, with two people too: a slip of the keyboard is rarely smaller. */
export const MOST_MOVED_CENTS = 1_000_000_00;

/**
 * Whether one person may make a movement by himself.
 * @param movedCents what he moved of that account by himself within the window, signs left out.
 */
export function mayMoveAlone(amountCents: number, movedCents: number): boolean {
  return Math.abs(amountCents) + movedCents <= ALONE.cents;
}

const CREDENTIAL = new RegExp(`(?:^|[:/])(${usernameForm})[:@]`, 'i');
const PROXY = new RegExp(`^(?:${proxyIdForm}|${usernameForm})$`, 'i');
const INVOICE = new RegExp(`^${invoiceNumberForm}$`, 'i');

/** What somebody typed or pasted, trimmed: of a whole credential only the username, so that no password gets into an address or a log. */
export function withoutPassword(typed: string): string {
  return (CREDENTIAL.exec(typed)?.[1] ?? typed).trim();
}

/** What a text in the desk's search may be; null where it cannot be that. */
export interface SearchReadings {
  /** A part of an e-mail address, in lower case. */
  readonly email: string;
  /** The id of an account or an order. */
  readonly id: number | null;
  /** The id or username of a proxy. */
  readonly proxy: string | null;
  readonly invoice: string | null;
  /** The last characters of an API key, whose case counts. */
  readonly keyEnding: string | null;
}

/** What a typed text may mean. */
export function readingsOf(text: string): SearchReadings {
  const typed = withoutPassword(text);
  const digits = /^#?([1-9]\d{0,8})$/.exec(typed)?.[1];
  return {
    email: typed.toLowerCase(),
    id: digits === undefined ? null : Number(digits),
    proxy: PROXY.test(typed) ? typed.toLowerCase() : null,
    invoice: INVOICE.test(typed) ? typed.toUpperCase() : null,
    keyEnding: /^[0-9A-Za-z]{4}$/.test(typed) ? typed : null,
  };
}
