/** A month of invoices as one file. */
import { expect, test } from 'vitest';
import { putInvoice } from '#tests/harness/invoices.ts';
import { readPdf } from '#tests/harness/pdf.ts';
import { readZip } from '#tests/harness/zip.ts';
import { monthZip } from './invoice-month.ts';

const invoice = putInvoice();
const corrects = { number: invoice.number, issued_at: invoice.issued_at };
const creditNote = putInvoice({ number: 'R000042-00008', kind: 'credit_note', corrects, reason: '=HYPERLINK("x"), really' });
const month = { month: '2026-11', language: 'fr' } as const;

async function zipOf(read: (number: string) => Promise<typeof invoice>): Promise<Map<string, Buffer>> {
  const pieces = await Array.fromAsync(monthZip({ ...month, numbers: [invoice.number, creditNote.number], read }));
  return readZip(Buffer.concat(pieces));
}

test('it holds each document as PDF and XML, and an index', async () => {
  const files = await zipOf(async (number) => (number === invoice.number ? invoice : creditNote));
  expect([...files.keys()].sort()).toEqual([
    '2026-11/R000042-00007.pdf',
    '2026-11/R000042-00007.xml',
    '2026-11/R000042-00008.pdf',
    '2026-11/R000042-00008.xml',
    '2026-11/index.csv',
  ]);
  const xml = files.get('2026-11/R000042-00008.xml');
  expect(xml?.toString()).toContain('<ram:TypeCode>381</ram:TypeCode>');
  const pdf = readPdf(files.get('2026-11/R000042-00008.pdf') ?? Buffer.alloc(0));
  expect(pdf.text).toContain('Avoir');
  expect(pdf.files.get('factur-x.xml')).toEqual(xml);
  expect(files.get('2026-11/index.csv')?.toString().split('\r\n')).toEqual([
    'number,kind,date,order,renewal,corrects,buyer,buyer_vat_id,vat_rate_percent,net_eur,vat_eur,gross_eur,reason',
    'R000042-00007,invoice,2026-11-21T23:30:00.000Z,12,,,Acheteur & Fils,ES12345678Z,20,7.25,1.45,8.70,',
    `R000042-00008,credit_note,2026-11-21T23:30:00.000Z,12,,R000042-00007,Acheteur & Fils,ES12345678Z,20,-7.25,-1.45,-8.70,"'=HYPERLINK(""x""), really"`,
    '',
  ]);
});

test('one document is in memory at a time: the next is read when the one before it was taken', async () => {
  const numbers = Array.from({ length: 30 }, (_, nth) => `R000042-${String(nth).padStart(5, '0')}`);
  let read = 0;
  const pieces = monthZip({
    ...month,
    numbers,
    read: async (number) => {
      read += 1;
      return putInvoice({ number });
    },
  });
  await pieces.next();
  expect(read).toBeLessThan(10);
  await pieces.return();
});

test('an invoice that cannot be read breaks the file off, rather than being left out of it', async () => {
  const reading = zipOf(async () => {
    throw new Error('broken off');
  });
  await expect(reading).rejects.toThrow('broken off');
});
