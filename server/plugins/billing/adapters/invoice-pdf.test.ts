/** Invoices on paper: what they say, in which form they are kept, and what is inside. */
import { expect, test } from 'vitest';
import { languages } from '#server/kernel/languages.ts';
import { putInvoice } from '#tests/harness/invoices.ts';
import { readPdf } from '#tests/harness/pdf.ts';
import { eInvoiceXml } from './e-invoice.ts';
import { invoicePdf } from './invoice-pdf.ts';

const creditNote = putInvoice({
  kind: 'credit_note',
  corrects: { number: 'R000042-00001', issued_at: '2026-11-20T09:00:00.000Z' },
  reason: 'Out of service',
});

test('a bookkeeper finds all that he asks for', async () => {
  const { text } = readPdf(await invoicePdf(putInvoice(), 'en'));
  for (const said of [
    'Invoice',
    'R000042-00007',
    '21 November 2026',
    'Example Proxies SAS',
    'VAT number FR12345678901',
    'Acheteur & Fils',
    '28001 Madrid',
    'Spain',
    'VAT number ES12345678Z',
    'ISP proxy, France, 30 days',
    '€2.90',
    '20%',
    '€7.25',
    '€1.45',
    '€8.70',
    'Paid in full from the prepaid balance on 21 November 2026. Nothing is left to pay.',
  ]) {
    expect(text.split('\n')).toContain(said);
  }
});

test.each([
  ['en', 'Credit note', 'Invoice R000042-00001 of 20 November 2026', '€8.70'],
  ['fr', 'Avoir', 'Facture R000042-00001 du 20 novembre 2026', '8,70\u00a0€'],
  ['es', 'Factura rectificativa', 'Factura R000042-00001 del 20 de noviembre de 2026', '8,70\u00a0€'],
] as const)('in %s a credit note says what it corrects and why', async (language, title, corrects, amount) => {
  const { text } = readPdf(await invoicePdf(creditNote, language));
  expect(text.split('\n')).toEqual(expect.arrayContaining([title, corrects, 'Out of service', amount]));
});

test('the electronic invoice is inside, declared as Factur-X', async () => {
  for (const invoice of [putInvoice(), creditNote]) {
    const { files, metadata, objects } = readPdf(await invoicePdf(invoice, 'fr'));
    expect(files.get('factur-x.xml')?.toString()).toBe(await eInvoiceXml(invoice));
    expect(metadata).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>');
    expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    expect(metadata).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A</);
    const [file] = [...objects.values()].filter(({ dictionary }) => dictionary.includes('/Type /Filespec'));
    expect(file?.dictionary).toContain('/AFRelationship /Alternative');
    const [embedded] = [...objects.values()].filter(({ dictionary }) => dictionary.includes('/Type /EmbeddedFile'));
    expect(embedded?.dictionary).toContain('/Subtype /text#2Fxml');
    expect(embedded?.dictionary).toContain('/ModDate');
  }
});

test('it can be kept and read aloud: fonts inside, colours defined, every text in the tree, its language said', async () => {
  const { objects } = readPdf(await invoicePdf(putInvoice(), 'es'));
  const dictionaries = [...objects.values()].map(({ dictionary }) => dictionary);
  const catalog = dictionaries.find((dictionary) => dictionary.includes('/Type /Catalog')) ?? '';
  for (const entry of [
    '/Lang (es)',
    '/MarkInfo',
    '/StructTreeRoot',
    '/OutputIntents',
    '/Metadata',
    '/AF',
    '/ViewerPreferences',
  ]) {
    expect(catalog).toContain(entry);
  }
  const fonts = dictionaries.filter((dictionary) => dictionary.includes('/Type /FontDescriptor'));
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(font).toMatch(/\/FontFile2 \d+ 0 R/);
  for (const type of ['Document', 'H1', 'H2', 'L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD', 'P']) {
    expect(dictionaries.some((dictionary) => dictionary.includes(`/S /${type}\n`))).toBe(true);
  }
  const page = dictionaries.find((dictionary) => /\/Type \/Page\n/.test(dictionary)) ?? '';
  const content = objects.get(Number(/\/Contents (\d+)/.exec(page)?.[1]))?.stream.toString('latin1') ?? '';
  // Between the pieces that are marked nothing is drawn.
  const unmarked = content.replace(/\/\w+ (<<.*?>> )?B[MD]C.*?EMC/gs, '');
  expect(unmarked).not.toMatch(/TJ|\bS\b/);
});

test('the same invoice gives the same bytes, at any time', async () => {
  for (const language of languages) {
    const once = await invoicePdf(putInvoice(), language);
    expect(Buffer.compare(once, await invoicePdf(putInvoice(), language))).toBe(0);
  }
});

test('names in other alphabets are written, and what the font lacks does not stop the invoice', async () => {
  const { buyer } = putInvoice();
  const { text } = readPdf(
    await invoicePdf(putInvoice({ buyer: { ...buyer, legal_name: 'Łódź Ελλάς България 株式 \u0007' } }), 'en'),
  );
  expect(text.replaceAll('\n', '')).toContain('Łódź Ελλάς България ??');
});

test('many lines go over several pages, each with the titles and its number', async () => {
  const line = { description: 'ISP proxy, France, 30 days: a description that takes two lines', qty: 1, unit_price: 1, total: 1 };
  const lines = Array.from({ length: 60 }, () => line);
  const { text } = readPdf(await invoicePdf(putInvoice({ lines, net: 50, vat: 10, gross: 60 }), 'en'));
  const feet = text.match(/Page \d of \d/g) ?? [];
  expect(feet.length).toBeGreaterThan(2);
  expect(feet).toEqual(feet.map((_, index) => `Page ${index + 1} of ${feet.length}`));
  // The last page may hold nothing but the totals.
  expect(text.match(/^Quantity$/gm)?.length).toBeGreaterThanOrEqual(feet.length - 1);
  expect(text.match(/ISP proxy, France/g)).toHaveLength(60);
});
