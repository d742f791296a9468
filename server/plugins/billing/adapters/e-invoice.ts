/**
 * An invoice for the bookkeeper's software: EN 16931 in the syntax of UN/CEFACT, the very file that Factur-X calls `factur-x.xml`. The library
 * writes the XML; which amount stands in which term is decided here. Its check against its schema compiles that schema anew each time, for
 * most of a second, so it is left to the tests.
 */
import type { Invoice as EInvoice } from '@e-invoice-eu/core';
import { type Cents, cents, formatEuros, wholeCents } from '#server/kernel/money.ts';
import { splitNet, vatCategory } from '../rules.ts';
import type { Invoice } from '../schema.ts';

/** BT-24: the plain standard, which is the profile EN 16931 (Comfort) of Factur-X. */
const EN_16931 = 'urn:cen.eu:en16931:2017';
/** BT-3, of UNTDID 1001. */
const typeCodes = { invoice: '380', credit_note: '381' } as const;
/** BT-81, of UNTDID 4461: clearing between partners. The prepaid balance is what one owes the other. */
const CLEARING = '97';
/** BT-130, of UN/ECE Recommendation 20: one. */
const ONE = 'C62';
const EUR = 'EUR';
const VAT = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };

type Ubl = EInvoice['ubl:Invoice'];
type CountryCode = Ubl['cac:AccountingSupplierParty']['cac:Party']['cac:PostalAddress']['cac:Country']['cbc:IdentificationCode'];

/** Loaded when it is first needed: reading the library takes longer than the site's start. */
let loading: Promise<(invoice: EInvoice) => Promise<string>> | undefined;
function writer() {
  loading ??= import('@e-invoice-eu/core').then(({ FormatFactoryService }) => {
    const silent = { log() {}, warn() {}, error() {} };
    const cii = new FormatFactoryService().createFormatService('CII', silent);
    return async (invoice) => String(await cii.generate(asLookedFor(invoice), { format: 'CII', lang: 'en' }));
  });
  return loading;
}

/** The library (2.3) looks for the preceding invoice a level higher than its own types and schema have it. */
function asLookedFor(invoice: EInvoice): EInvoice {
  const { 'cac:BillingReference': preceding, ...rest } = invoice['ubl:Invoice'];
  const references = preceding?.map((reference) => ({ ...reference, ...reference['cac:InvoiceDocumentReference'] }));
  return { 'ubl:Invoice': { ...rest, ...(references ? { 'cac:BillingReference': references } : {}) } };
}

/** The XML of an invoice or a credit note. The same invoice always gives the same text. */
export async function eInvoiceXml(invoice: Invoice): Promise<string> {
  return (await writer())(eInvoice(invoice));
}

/** The invoice in the terms of the standard, as the library takes them. */
export function eInvoice(invoice: Invoice): EInvoice {
  const net = wholeCents(invoice.net);
  const category = vatCategory(invoice.vat_rate, invoice.seller.vat_id);
  const tax = { 'cbc:ID': category.code, ...(category.code === 'O' ? {} : { 'cbc:Percent': String(invoice.vat_rate) }), ...VAT };
  const lines = splitNet(
    invoice.lines.map((line) => wholeCents(line.total)),
    net,
  );
  const day = invoice.issued_at.slice(0, 10);
  const [first, ...more] = invoice.lines.map((line, index) => lineOf(line, index, lines[index] ?? cents(0), tax));
  if (!first) throw new Error(`invoice ${invoice.number} has no line`);
  return {
    'ubl:Invoice': {
      'cbc:CustomizationID': EN_16931,
      'cbc:ID': invoice.number,
      'cbc:IssueDate': day,
      'cbc:InvoiceTypeCode': typeCodes[invoice.kind],
      ...(invoice.reason === null ? {} : { 'cbc:Note': [plain(invoice.reason)] }),
      'cbc:DocumentCurrencyCode': EUR,
      'cac:OrderReference': {
        'cbc:SalesOrderID': invoice.order_id === null ? `renewal-${invoice.renewal_id}` : String(invoice.order_id),
      },
      ...(invoice.corrects && {
        'cac:BillingReference': [
          {
            'cac:InvoiceDocumentReference': { 'cbc:ID': invoice.corrects.number },
          },
        ],
      }),
      'cac:AccountingSupplierParty': { 'cac:Party': sellerOf(invoice, category.code !== 'O') },
      'cac:AccountingCustomerParty': { 'cac:Party': buyerOf(invoice, category.code !== 'O') },
      'cac:Delivery': { 'cbc:ActualDeliveryDate': day },
      'cac:PaymentMeans': [{ 'cbc:PaymentMeansCode': CLEARING, 'cbc:PaymentMeansCode@name': 'Prepaid balance' }],
      'cac:TaxTotal': [
        {
          ...amount('cbc:TaxAmount', wholeCents(invoice.vat)),
          'cac:TaxSubtotal': [
            {
              ...amount('cbc:TaxableAmount', net),
              ...amount('cbc:TaxAmount', wholeCents(invoice.vat)),
              'cac:TaxCategory': {
                ...tax,
                ...(category.reason === null ? {} : { 'cbc:TaxExemptionReason': category.reason }),
              },
            },
          ],
        },
      ],
      'cac:LegalMonetaryTotal': {
        ...amount('cbc:LineExtensionAmount', net),
        ...amount('cbc:TaxExclusiveAmount', net),
        ...amount('cbc:TaxInclusiveAmount', wholeCents(invoice.gross)),
        ...amount('cbc:PrepaidAmount', wholeCents(invoice.gross)),
        ...amount('cbc:PayableAmount', cents(0)),
      },
      'cac:InvoiceLine': [first, ...more],
    },
  };
}

type Line = Ubl['cac:InvoiceLine'][number];

/**
 * The unit price is without VAT here. Where it is no whole number of cents, the price of all of them is given, per as many: the net amount
 * of the line is price by quantity exactly, without decimals that somebody would round.
 */
function lineOf(
  { description, qty }: Invoice['lines'][number],
  index: number,
  net: Cents,
  tax: Line['cac:Item']['cac:ClassifiedTaxCategory'],
): Line {
  const even = net % qty === 0;
  return {
    'cbc:ID': String(index + 1),
    'cbc:InvoicedQuantity': String(qty),
    'cbc:InvoicedQuantity@unitCode': ONE,
    ...amount('cbc:LineExtensionAmount', net),
    'cac:Item': { 'cbc:Name': plain(description), 'cac:ClassifiedTaxCategory': tax },
    'cac:Price': {
      ...amount('cbc:PriceAmount', even ? cents(net / qty) : net),
      ...(even ? {} : { 'cbc:BaseQuantity': String(qty), 'cbc:BaseQuantity@unitCode': ONE }),
    },
  };
}

function sellerOf({ seller }: Invoice, withVatId: boolean): Ubl['cac:AccountingSupplierParty']['cac:Party'] {
  return {
    'cac:PostalAddress': addressOf(seller.address_lines, seller.country_code),
    ...(withVatId && seller.vat_id !== null ? { 'cac:PartyTaxScheme': [{ 'cbc:CompanyID': seller.vat_id, ...VAT }] } : {}),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': plain(seller.legal_name) },
  };
}

/** The standard demands a country. Where the buyer gave none, VAT was charged as at the seller's, so it is that one. */
function buyerOf({ seller, buyer }: Invoice, withVatId: boolean): Ubl['cac:AccountingCustomerParty']['cac:Party'] {
  return {
    'cac:PostalAddress': addressOf(buyer.address_lines, buyer.country_code ?? seller.country_code),
    ...(withVatId && buyer.vat_id !== null ? { 'cac:PartyTaxScheme': { 'cbc:CompanyID': buyer.vat_id, ...VAT } } : {}),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': plain(buyer.legal_name ?? buyer.email) },
    'cac:Contact': { 'cbc:ElectronicMail': buyer.email },
  };
}

/** Lines as people write them; the standard has room for three. */
function addressOf(lines: string | null, country: string | null) {
  const [first, second, ...rest] = (lines ?? '').split(/[\n,]/).map(plain).filter(Boolean);
  return {
    ...(first ? { 'cbc:StreetName': first } : {}),
    ...(second ? { 'cbc:AdditionalStreetName': second } : {}),
    ...(rest.length > 0 ? { 'cac:AddressLine': { 'cbc:Line': rest.join(', ') } } : {}),
    'cac:Country': { 'cbc:IdentificationCode': country as CountryCode },
  };
}

/** An amount under its name, and its currency. */
function amount<Name extends string>(name: Name, value: Cents) {
  return { [name]: formatEuros(value), [`${name}@currencyID`]: EUR } as Record<Name, string> &
    Record<`${Name}@currencyID`, typeof EUR>;
}

/** Text without what XML 1.0 cannot hold, and without line breaks. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Surrogate}\uFFFE\uFFFF]+/gu, ' ').trim();
