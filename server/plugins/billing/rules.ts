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

/** An invoice as far as crediting it goes, and what credit notes have given back of it already. */
export interface Creditable {
  readonly number: string;
  readonly grossCents: Cents;
  readonly netCents: Cents;
  readonly vatRateBp: number;
  readonly creditedGrossCents: Cents;
  readonly creditedNetCents: Cents;
  readonly lines: readonly InvoiceLine[];
}

/**
 * Net and VAT of a credit of `amount`, VAT included. What is credited in all is split as a price of that sum would be, so that however many
 * parts an invoice is credited in, the last of them gives back exactly what is left of its net and of its VAT.
 */
export function splitCredit(invoice: Creditable, amount: Cents): { netCents: Cents; vatCents: Cents } {
  const inAll = cents(invoice.creditedGrossCents + amount);
  const netInAll = inAll === invoice.grossCents ? invoice.netCents : splitVat(inAll, invoice.vatRateBp).netCents;
  const netCents = cents(netInAll - invoice.creditedNetCents);
  return { netCents, vatCents: cents(amount - netCents) };
}

/** What a credit note lists: the invoice's own lines where it gives all of it back, else one line of the amount. */
export function creditLines(invoice: Creditable, amount: Cents): readonly InvoiceLine[] {
  if (amount === invoice.grossCents) return invoice.lines;
  return [{ description: `Credit on invoice ${invoice.number}`, qty: 1, unitCents: amount, totalCents: amount }];
}

/**
 * The net of each line, out of their amounts with VAT and the net of them all: whatever rounding does to the parts, together they are that.
 */
export function splitNet(lines: readonly Cents[], net: Cents): Cents[] {
  const gross = lines.reduce((sum, line) => sum + line, 0);
  const upTo = (sum: number) => (gross === 0 ? 0 : Math.round((net * sum) / gross));
  let before = 0;
  return lines.map((line) => {
    const share = cents(upTo(before + line) - upTo(before));
    before += line;
    return share;
  });
}

/**
 * The category of VAT (code list of EN 16931) that a seller's one rate stands for: standard; exempt; or, of a seller who has no VAT number
 * either, out of the scope of VAT. The last two have to say why.
 */
export function vatCategory(ratePercent: number, sellerVatId: string | null): { code: 'S' | 'E' | 'O'; reason: string | null } {
  if (ratePercent > 0) return { code: 'S', reason: null };
  return sellerVatId === null ? { code: 'O', reason: 'Not subject to VAT' } : { code: 'E', reason: 'Exempt from VAT' };
}

/** A stretch of time: `since` belongs to it, `before` does not. Null leaves that end open. */
export interface Period {
  readonly since: Date | null;
  readonly before: Date | null;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** From the start of one day to the end of another, both UTC and given as `2026-11-21`. */
export function periodOfDays(from: string | undefined, to: string | undefined): Period {
  return {
    since: from === undefined ? null : new Date(from),
    before: to === undefined ? null : new Date(new Date(to).getTime() + DAY_MS),
  };
}

/** A month of UTC given as `2026-11`, or all time. */
export function periodOfMonth(month: string | undefined): Period {
  if (month === undefined) return { since: null, before: null };
  const since = new Date(`${month}-01`);
  return { since, before: new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1)) };
}
