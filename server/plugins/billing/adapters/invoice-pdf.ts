/**
 * An invoice or a credit note on paper, which is a Factur-X file at once: the XML of the same document is embedded in the PDF. The library
 * that writes the XML could embed it too, but it would stamp the hour of the download on the file and throw away what screen readers need.
 */
import { type Language, localeOf } from '#server/kernel/languages.ts';
import { cents, toEuros, wholeCents } from '#server/kernel/money.ts';
import { countryNamesIn, splitNet, vatCategory } from '../rules.ts';
import type { Invoice } from '../schema.ts';
import { eInvoiceXml } from './e-invoice.ts';
import { invoiceLabels } from './invoice-labels.ts';
import { CONTENT_WIDTH, type Column, MARGIN, Sheet, type TextStyle } from './pdf-sheet.ts';

const PRODUCER = 'ISP proxy site';
const QUIET = '#5c6470';
const text: TextStyle = { size: 9.5 };
const strong: TextStyle = { size: 9.5, bold: true };
const label: TextStyle = { size: 7.5, color: QUIET };
const whole: Column = { x: MARGIN, width: CONTENT_WIDTH };

/** Where a column of the lines begins and how wide it is. */
const columns = {
  description: { x: MARGIN, width: 156 },
  quantity: { x: MARGIN + 162, width: 44, align: 'right' },
  unitPrice: { x: MARGIN + 212, width: 84, align: 'right' },
  vatRate: { x: MARGIN + 302, width: 36, align: 'right' },
  net: { x: MARGIN + 344, width: 64, align: 'right' },
  amount: { x: MARGIN + 414, width: CONTENT_WIDTH - 414, align: 'right' },
} as const satisfies Record<string, Column>;
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];

/** The PDF of an invoice or a credit note, with labels in a language. The same invoice in the same language always gives the same bytes. */
export async function invoicePdf(invoice: Invoice, language: Language): Promise<Uint8Array> {
  const xml = await eInvoiceXml(invoice);
  const said = invoiceLabels[language];
  const what = invoice.kind === 'invoice' ? said.invoice : said.creditNote;
  const createdAt = new Date(invoice.issued_at);
  const sheet = new Sheet({ title: `${what} ${invoice.number}`, language, createdAt, producer: PRODUCER });

  let y = head(sheet, invoice, language);
  y = parties(sheet, invoice, language, y + 26);
  y = lines(sheet, invoice, language, y + 26);
  y = totals(sheet, invoice, language, y + 14);
  payment(sheet, invoice, language, y + 24);
  sheet.foot((page, pages) => [`${what} ${invoice.number}. ${said.electronic}`, said.page(page, pages)]);

  embed(sheet, xml, createdAt);
  return sheet.bytes();
}

const formats = new Map<Language, ReturnType<typeof makeFormats>>();

/** Formats of a language, which are slow to make; amounts are given in euros. */
function formatsOf(language: Language): ReturnType<typeof makeFormats> {
  const made = formats.get(language) ?? makeFormats(language);
  formats.set(language, made);
  return made;
}

function makeFormats(language: Language) {
  const locale = localeOf[language];
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    money: (euros: number) => money.format(euros),
    rate: (percentage: number) => percent.format(percentage / 100),
    day: (iso: string) => day.format(new Date(iso)),
    country: countryNamesIn(locale),
  };
}

function head(sheet: Sheet, invoice: Invoice, language: Language): number {
  const said = invoiceLabels[language];
  const { day } = formatsOf(language);
  const isInvoice = invoice.kind === 'invoice';
  let y = sheet.write(sheet.root, 'H1', isInvoice ? said.invoice : said.creditNote, MARGIN, whole, { size: 22, bold: true }) + 12;
  const facts: [string, string][] = [
    [said.number, invoice.number],
    [isInvoice ? said.dateOfIssueAndSupply : said.dateOfIssue, day(invoice.issued_at)],
    invoice.order_id === null ? [said.renewal, String(invoice.renewal_id)] : [said.order, String(invoice.order_id)],
    ...(invoice.corrects
      ? ([[said.corrects, said.correctsOf(invoice.corrects.number, day(invoice.corrects.issued_at))]] as [string, string][])
      : []),
    ...(invoice.reason === null ? [] : ([[said.reason, invoice.reason]] as [string, string][])),
  ];
  const list = sheet.element(sheet.root, 'L');
  for (const [term, is] of facts) {
    const item = sheet.element(list, 'LI');
    sheet.write(item, 'Lbl', term, y + 1.5, { x: MARGIN, width: 150 }, { ...label, size: 8.5 });
    y = sheet.write(item, 'LBody', is, y, { x: MARGIN + 158, width: CONTENT_WIDTH - 158 }, term === said.number ? strong : text);
    item.end();
  }
  list.end();
  return y;
}

function parties(sheet: Sheet, { seller, buyer }: Invoice, language: Language, top: number): number {
  const said = invoiceLabels[language];
  const { country } = formatsOf(language);
  const half = (CONTENT_WIDTH - 24) / 2;
  const write = (title: string, name: string, rest: readonly (string | null)[], x: number) => {
    const column = { x, width: half };
    const section = sheet.element(sheet.root, 'Sect');
    let y = sheet.write(section, 'H2', title, top, column, label) + 2;
    y = sheet.write(section, 'P', name, y, column, { size: 10.5, bold: true }) + 1;
    for (const line of rest) if (line) y = sheet.write(section, 'P', line, y, column, text);
    section.end();
    return y;
  };
  const place = (party: Invoice['buyer'] | Invoice['seller']) => [
    party.address_lines?.replace(/, */g, '\n') ?? null,
    party.country_code && country(party.country_code),
    party.vat_id && `${said.vatNumber} ${party.vat_id}`,
  ];
  const left = write(said.seller, seller.legal_name, place(seller), MARGIN);
  const email = buyer.legal_name === null ? null : buyer.email;
  const right = write(said.buyer, buyer.legal_name ?? buyer.email, [...place(buyer), email], MARGIN + half + 24);
  return Math.max(left, right);
}

function lines(sheet: Sheet, invoice: Invoice, language: Language, top: number): number {
  const said = invoiceLabels[language];
  const { money, rate } = formatsOf(language);
  const nets = splitNet(
    invoice.lines.map((line) => wholeCents(line.total)),
    wholeCents(invoice.net),
  );
  const table = sheet.element(sheet.root, 'Table');
  const row = (y: number, type: 'TH' | 'TD', cells: Readonly<Record<ColumnName, string>>, style: TextStyle): number => {
    const element = sheet.element(table, 'TR');
    const ends = columnNames.map((name) => sheet.write(element, type, cells[name], y, columns[name], style));
    element.end();
    return Math.max(...ends);
  };
  const titles = (y: number): number => {
    const bottom = row(y, 'TH', said, label) + 5;
    sheet.rule(bottom, whole, '#14171c');
    return bottom + 7;
  };
  let y = titles(top);
  for (const [index, line] of invoice.lines.entries()) {
    if (!sheet.fits(y, sheet.heightOf(line.description, columns.description, text))) y = titles(sheet.newPage());
    y = row(
      y,
      'TD',
      {
        description: line.description,
        quantity: String(line.qty),
        unitPrice: money(line.unit_price),
        vatRate: rate(invoice.vat_rate),
        net: money(toEuros(nets[index] ?? cents(0))),
        amount: money(line.total),
      },
      text,
    );
    sheet.rule(y + 5);
    y += 11;
  }
  table.end();
  return y;
}

function totals(sheet: Sheet, invoice: Invoice, language: Language, top: number): number {
  const said = invoiceLabels[language];
  const { money, rate } = formatsOf(language);
  const rows = [
    [said.totalNet, money(invoice.net), text],
    [said.totalVat(rate(invoice.vat_rate)), money(invoice.vat), text],
    [invoice.kind === 'invoice' ? said.totalGross : said.totalCredited, money(invoice.gross), { size: 12, bold: true }],
  ] as const;
  let y = sheet.fits(top, 90) ? top : sheet.newPage();
  const x = MARGIN + CONTENT_WIDTH - 270;
  const table = sheet.element(sheet.root, 'Table');
  for (const [index, [term, is, style]] of rows.entries()) {
    if (index === rows.length - 1) {
      sheet.rule(y + 2, { x, width: 270 }, '#14171c');
      y += 9;
    }
    const row = sheet.element(table, 'TR');
    sheet.write(row, 'TH', term, y, { x, width: 180 }, style);
    y = sheet.write(row, 'TD', is, y, { x: x + 180, width: 90, align: 'right' }, style) + 3;
    row.end();
  }
  table.end();
  return y;
}

function payment(sheet: Sheet, invoice: Invoice, language: Language, top: number): void {
  const said = invoiceLabels[language];
  const { day } = formatsOf(language);
  const { code } = vatCategory(invoice.vat_rate, invoice.seller.vat_id);
  const date = day(invoice.issued_at);
  const notes = [
    invoice.kind === 'invoice' ? said.paid(date) : said.givenBack(date),
    ...(code === 'S' ? [] : [said.noVat[code]]),
  ];
  let y = sheet.fits(top, 40) ? top : sheet.newPage();
  for (const note of notes) y = sheet.write(sheet.root, 'P', note, y, whole, text) + 2;
}

/** Makes it a Factur-X file of the profile EN 16931: the XML beside the paper, and the note in the metadata that says so. */
function embed(sheet: Sheet, xml: string, createdAt: Date): void {
  const file = {
    name: 'factur-x.xml',
    type: 'text/xml',
    description: 'Factur-X',
    creationDate: createdAt,
    modifiedDate: createdAt,
  };
  // PDFKit's types lack the relationship, which PDF/A-3 demands: both say the same, one for people and one for programs.
  sheet.pdf.file(Buffer.from(xml), { ...file, relationship: 'Alternative' } as typeof file);
  sheet.pdf.appendXML(facturXMetadata);
}

const property = (name: string, description: string) => `
          <rdf:li rdf:parseType="Resource">
            <pdfaProperty:name>${name}</pdfaProperty:name>
            <pdfaProperty:valueType>Text</pdfaProperty:valueType>
            <pdfaProperty:category>external</pdfaProperty:category>
            <pdfaProperty:description>${description}</pdfaProperty:description>
          </rdf:li>`;

/** Factur-X 1.0: what the embedded file is, and the declaration of these properties that PDF/A demands. */
const facturXMetadata = `
  <rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
    <fx:DocumentType>INVOICE</fx:DocumentType>
    <fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
    <fx:Version>1.0</fx:Version>
    <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas>
      <rdf:Bag>
        <rdf:li rdf:parseType="Resource">
          <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
          <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
          <pdfaSchema:prefix>fx</pdfaSchema:prefix>
          <pdfaSchema:property>
            <rdf:Seq>${property('DocumentFileName', 'Name of the embedded XML file')}${property('DocumentType', 'Kind of the document')}${property('Version', 'Version of Factur-X')}${property('ConformanceLevel', 'Profile of the embedded XML file')}
            </rdf:Seq>
          </pdfaSchema:property>
        </rdf:li>
      </rdf:Bag>
    </pdfaExtension:schemas>
  </rdf:Description>`;
