/** Pure rules of the books: VAT within a price, invoice numbers, what an invoice says. */
import type { AccountId } from '#server/kernel/ids.ts';
import { type Cents, cents } from '#server/kernel/money.ts';

/** Splits a price that includes VAT (decision 28): the net is rounded half-up, the VAT is the rest. */
export function splitVat(gross: Cents, rateBp: number): { netCents: Cents; vatCents: Cents } {
  const net = cents(Math.floor((gross * 20_000 + 10_000 + rateBp) / (2 * (10_000 + rateBp))));
  return { netCents: net, vatCents: cents(gross - net) };
}

/** The number printed on the `seq`-th invoice of an account's series: `R000042-00001`. */
export function invoiceNumber(accountId: AccountId, seq: number): string {
  return `R${String(accountId).padStart(6, '0')}-${String(seq).padStart(5, '0')}`;
}

/** A line of an invoice; amounts in cents, VAT included. */
export interface InvoiceLine {
  readonly description: string;
  readonly qty: number;
  readonly unitCents: Cents;
  readonly totalCents: Cents;
}
