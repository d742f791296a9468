/** A month of invoices as one file: a PDF and an XML of each, and an index. It is made while it is read, an invoice at a time. */
import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import type { Language } from '#server/kernel/languages.ts';
import type { Invoice } from '../schema.ts';
import { eInvoiceXml } from './e-invoice.ts';
import { invoiceCsvHead, invoiceCsvLine } from './invoice-csv.ts';
import { invoicePdf } from './invoice-pdf.ts';

export interface MonthOfInvoices {
  /** `2026-11`. */
  readonly month: string;
  readonly numbers: readonly string[];
  readonly language: Language;
  /** Reads the document under one of the numbers. @throws where it is gone, or the work was broken off. */
  read(number: string): Promise<Invoice>;
}

/** The pieces of a ZIP archive. The same invoices always give the same archive. */
export async function* monthZip({ month, numbers, language, read }: MonthOfInvoices): AsyncGenerator<Uint8Array, void> {
  const zip = new yazl.ZipFile();
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  const index: string[] = [invoiceCsvHead];
  // The archive asks for a file when it has written the one before it.
  const mtime = new Date(`${month}-01`);
  const add = (name: string, make: () => Promise<string | Uint8Array>) =>
    // A PDF is compressed already.
    zip.addReadStreamLazy(`${month}/${name}`, { mtime, compress: !name.endsWith('.pdf') }, (give) => {
      make().then(
        (file) => give(null, Readable.from([Buffer.from(file)])),
        (problem: Error) => out.destroy(problem),
      );
    });
  for (const number of numbers) {
    let invoice: Invoice | undefined;
    add(`${number}.pdf`, async () => {
      invoice = await read(number);
      index.push(invoiceCsvLine(invoice));
      return invoicePdf(invoice, language);
    });
    add(`${number}.xml`, async () => {
      const xml = invoice ? await eInvoiceXml(invoice) : '';
      invoice = undefined;
      return xml;
    });
  }
  add('index.csv', async () => index.join(''));
  zip.end();
  try {
    for await (const piece of out) yield piece as Uint8Array;
  } finally {
    zip.outputStream.unpipe(out);
    out.destroy();
  }
}
