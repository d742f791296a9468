/** Electronic invoices keep the rules of EN 16931, which are computed here from the XML itself. */
import { InvoiceService } from '@e-invoice-eu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { putInvoice } from '#tests/harness/invoices.ts';
import { splitVat } from '../rules.ts';
import type { Invoice } from '../schema.ts';
import { eInvoice, eInvoiceXml } from './e-invoice.ts';

/** Texts of all elements of a name, in their order. */
const texts = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<ram:${name}[^>]*>([^<]*)</ram:${name}>`, 'g'))].map(([, text = '']) => text);
const centsOf = (text: string | undefined) => Math.round(Number(text) * 100);

/** What is wrong with the sums, by the rule's name in the standard. */
function broken(xml: string): string[] {
  const [header = '', totals = ''] = [
    xml.slice(xml.indexOf('<ram:ApplicableHeaderTradeSettlement')),
    xml.slice(xml.indexOf('<ram:SpecifiedTradeSettlementHeader')),
  ];
  const lines = [...xml.matchAll(/<ram:IncludedSupplyChainTradeLineItem>.*?<\/ram:IncludedSupplyChainTradeLineItem>/gs)].map(
    ([line]) => ({
      price: centsOf(texts(line, 'ChargeAmount')[0]),
      per: Number(texts(line, 'BasisQuantity')[0] ?? 1),
      qty: Number(texts(line, 'BilledQuantity')[0]),
      net: centsOf(texts(line, 'LineTotalAmount')[0]),
    }),
  );
  const tax = { basis: centsOf(texts(header, 'BasisAmount')[0]), amount: centsOf(texts(header, 'CalculatedAmount')[0]) };
  const rate = Number(texts(header, 'RateApplicablePercent')[0] ?? 0);
  const sum = (name: string) => centsOf(texts(totals, name)[0]);
  const rules: Record<string, boolean> = {
    'line net is price by quantity': lines.every(({ price, per, qty, net }) => price * qty === net * per),
    'BR-CO-10': sum('LineTotalAmount') === lines.reduce((all, { net }) => all + net, 0),
    'BR-CO-13': sum('TaxBasisTotalAmount') === sum('LineTotalAmount'),
    'BR-CO-14': sum('TaxTotalAmount') === tax.amount,
    'BR-CO-15': sum('GrandTotalAmount') === sum('TaxBasisTotalAmount') + sum('TaxTotalAmount'),
    'BR-CO-16': sum('DuePayableAmount') === sum('GrandTotalAmount') - sum('TotalPrepaidAmount'),
    'BR-S-08': tax.basis === sum('TaxBasisTotalAmount'),
    // The price includes VAT, so net and VAT have to make up that price: not every price can be reached by a rounded VAT. Validators admit it.
    'BR-CO-17 to the cent': Math.abs(tax.amount - (tax.basis * rate) / 100) < 1,
    'nothing is left to pay': sum('DuePayableAmount') === 0,
  };
  return Object.entries(rules)
    .filter(([, holds]) => !holds)
    .map(([rule]) => rule);
}

/** An invoice of lines with these quantities and unit prices in cents. */
function invoiceOf(lines: readonly (readonly [qty: number, unit: number])[], rateBp: number): Invoice {
  const gross = cents(lines.reduce((sum, [qty, unit]) => sum + qty * unit, 0));
  const { netCents, vatCents } = splitVat(gross, rateBp);
  return putInvoice({
    net: netCents / 100,
    vat: vatCents / 100,
    gross: gross / 100,
    vat_rate: rateBp / 100,
    lines: lines.map(([qty, unit]) => ({ description: 'ISP proxy', qty, unit_price: unit / 100, total: (qty * unit) / 100 })),
  });
}

test('whatever was bought at whatever rate, the sums keep the rules', { timeout: 120_000 }, async () => {
  const line = fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 100_000 }));
  const lines = fc.array(line, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(lines, fc.constantFrom(1_000, 1_900, 2_000, 2_100, 550, 9_999), async (bought, rate) => {
      expect(broken(await eInvoiceXml(invoiceOf(bought, rate)))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('where VAT without a remainder exists for a price, it is the one', async () => {
  for (let gross = 1; gross <= 600; gross += 1) {
    const { netCents, vatCents } = splitVat(cents(gross), 2_000);
    const exists = [netCents - 1, netCents, netCents + 1].some((net) => net + Math.round(net * 0.2) === gross);
    if (exists) expect([gross, vatCents]).toEqual([gross, Math.round(netCents * 0.2)]);
  }
});

test.each([
  [
    'an invoice',
    invoiceOf(
      [
        [3, 290],
        [2, 199],
      ],
      2_000,
    ),
  ],
  [
    'a credit note',
    putInvoice({
      kind: 'credit_note',
      corrects: { number: 'R000042-00001', issued_at: '2026-11-20T09:00:00.000Z' },
      reason: 'Out of service',
    }),
  ],
  ['an invoice of a seller who is exempt', putInvoice({ vat_rate: 0, vat: 0, net: 8.7 })],
])("%s passes the library's own check", { timeout: 60_000 }, async (_what, invoice) => {
  const checked = await new InvoiceService({ log() {}, warn() {}, error() {} }).generate(eInvoice(invoice), {
    format: 'CII',
    lang: 'en',
  });
  expect(checked).toContain('CrossIndustryInvoice');
});

test('it names number, dates, parties, order and currency', async () => {
  const invoice = putInvoice();
  const xml = await eInvoiceXml(invoice);
  expect(texts(xml, 'ID').slice(0, 2)).toEqual(['urn:cen.eu:en16931:2017', 'R000042-00007']);
  expect(texts(xml, 'TypeCode')[0]).toBe('380');
  expect(xml).toContain('<udt:DateTimeString format="102">20261121</udt:DateTimeString>');
  expect(texts(xml, 'Name').slice(1)).toEqual(['Example Proxies SAS', 'Acheteur &amp; Fils']);
  expect(xml).toMatch(/<ram:ID schemeID="VA">FR12345678901<\/ram:ID>/);
  expect(xml).toMatch(/<ram:ID schemeID="VA">ES12345678Z<\/ram:ID>/);
  expect(texts(xml, 'CountryID')).toEqual(['FR', 'ES']);
  expect(texts(xml, 'IssuerAssignedID')).toEqual(['12']);
  expect(texts(xml, 'InvoiceCurrencyCode')).toEqual(['EUR']);
  expect(await eInvoiceXml(invoice)).toBe(xml);
});

test('a credit note is one: of type 381, it names the invoice and the reason, and its amounts are positive', async () => {
  const xml = await eInvoiceXml(
    putInvoice({
      kind: 'credit_note',
      corrects: { number: 'R000042-00001', issued_at: '2026-11-20T09:00:00.000Z' },
      reason: 'Out of service',
    }),
  );
  expect(texts(xml, 'TypeCode')[0]).toBe('381');
  expect(xml).toMatch(/<ram:InvoiceReferencedDocument>\s*<ram:IssuerAssignedID>R000042-00001</);
  expect(texts(xml, 'Content')).toEqual(['Out of service']);
  expect(texts(xml, 'GrandTotalAmount')).toEqual(['8.70']);
});

test('who gave no billing details is named by the e-mail address, in the country whose VAT was charged', async () => {
  const { seller } = putInvoice();
  const buyer = { email: 'buyer@example.com', legal_name: null, address_lines: null, country_code: null, vat_id: null };
  const xml = await eInvoiceXml(putInvoice({ buyer }));
  expect(texts(xml, 'Name').slice(1)).toEqual([seller.legal_name, 'buyer@example.com']);
  expect(texts(xml, 'CountryID')).toEqual(['FR', 'FR']);
});

test('without VAT it says why: exempt, or, of a seller without a VAT number, not subject to it', async () => {
  const { seller } = putInvoice();
  const exempt = await eInvoiceXml(putInvoice({ vat_rate: 0, vat: 0, net: 8.7 }));
  expect([texts(exempt, 'CategoryCode'), texts(exempt, 'ExemptionReason')]).toEqual([['E', 'E'], ['Exempt from VAT']]);
  const outside = await eInvoiceXml(putInvoice({ vat_rate: 0, vat: 0, net: 8.7, seller: { ...seller, vat_id: null } }));
  expect([texts(outside, 'CategoryCode'), texts(outside, 'ExemptionReason')]).toEqual([['O', 'O'], ['Not subject to VAT']]);
  expect(texts(outside, 'RateApplicablePercent')).toEqual([]);
  expect(outside).not.toContain('schemeID="VA"');
});

test('text that would be markup, or no XML at all, does no harm', async () => {
  const { buyer } = putInvoice();
  const xml = await eInvoiceXml(
    putInvoice({ buyer: { ...buyer, legal_name: '</ram:Name><evil/>\u0000\u0008', address_lines: 'a\u0007, b' } }),
  );
  expect(xml).toContain('&lt;/ram:Name&gt;&lt;evil/&gt;');
  expect(xml).not.toMatch(/[^\P{Cc}\n\t]/u);
});

test('the invoice of a renewal refers to that', async () => {
  expect(texts(await eInvoiceXml(putInvoice({ order_id: null, renewal_id: 5 })), 'IssuerAssignedID')).toEqual(['renewal-5']);
});

test('characters that XML forbids are left out wherever a text is free', async () => {
  const { buyer } = putInvoice();
  const text = 'A\uFFFFB\uFFFEC\uD800D';
  const xml = await eInvoiceXml(
    putInvoice({ kind: 'credit_note', reason: text, buyer: { ...buyer, legal_name: text, address_lines: text } }),
  );
  expect(texts(xml, 'Name').slice(-1)).toEqual(['A B C D']);
  expect(xml).not.toMatch(/[\uFFFE\uFFFF\p{Surrogate}]/u);
});
