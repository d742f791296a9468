/** Pure rules of the books: VAT within a price, invoice numbers, what an invoice says. */
import type { AccountId } from '#server/kernel/ids.ts';
import { type Cents, cents } from '#server/kernel/money.ts';
import type { Period } from '#server/kernel/period.ts';

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

/** A month of UTC given as `2026-11`, or all time. */
export function periodOfMonth(month: string | undefined): Period {
  if (month === undefined) return { since: null, before: null };
  const since = new Date(`${month}-01`);
  return { since, before: new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1)) };
}

/** Euros that a balance may be warned of below. */
export const lowBalanceBounds = { min: 0.01, max: 100_000 } as const;

/** Countries as invoices name them: ISO 3166-1, two letters. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL ' +
  'CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU ' +
  'GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC ' +
  'MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT ' +
  'PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA ' +
  'UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

/** Names countries in the language of a locale; a code that stands for none stays a code. */
export function countryNamesIn(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return (code) => names.of(code) ?? code;
}

/** What follows the country's letters in a VAT number, where a country is known to write it so. Greece's letters are EL. */
const vatForms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}(\d{3})?|(GD|HA)\d{3})$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** A VAT number as it is kept: capital letters and digits, nothing between them. */
export function plainVatId(typed: string): string {
  return typed.replace(/[\s.-]/g, '').toUpperCase();
}

/**
 * Whether a VAT number has the form of its country, which says nothing of whether it was given out. Where the form is not known, anything of 4
 * to 20 letters and digits.
 * @param vatId plain; with the country's letters in front where the form is known. @param country ISO 3166-1.
 */
export function isVatIdForm(vatId: string, country: string): boolean {
  const form = vatForms[country];
  if (!form) return /^[A-Z0-9]{4,20}$/.test(vatId);
  const letters = country === 'GR' ? 'EL' : country;
  return vatId.startsWith(letters) && form.test(vatId.slice(letters.length));
}
