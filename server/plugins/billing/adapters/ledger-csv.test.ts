import { expect, test } from 'vitest';
import { cents } from '#server/kernel/money.ts';
import { ledgerCsvHead, ledgerCsvLine } from './ledger-csv.ts';

const entry = {
  seq: 7,
  kind: 'credit',
  amount_cents: cents(123_450),
  balance_after_cents: cents(123_950),
  order_id: null,
  invoice_number: null,
  note: null,
  created_at: new Date('2026-11-21T18:40:05.123Z'),
};

test('an entry is a line: dates in ISO UTC, amounts with a point and two decimals', () => {
  expect(ledgerCsvHead.trimEnd().split(',')).toHaveLength(8);
  expect(ledgerCsvLine(entry)).toBe('7,2026-11-21T18:40:05.123Z,credit,,,,1234.50,1239.50\r\n');
  expect(
    ledgerCsvLine({ ...entry, kind: 'purchase', amount_cents: cents(-5), order_id: 12, invoice_number: 'R000042-00001' }),
  ).toBe('7,2026-11-21T18:40:05.123Z,purchase,12,R000042-00001,,-0.05,1239.50\r\n');
});

test.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['he said "yes"', '"he said ""yes"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['a = b', 'a = b'],
  ['a; b', '"a; b"'],
  ['a\tb', '"a\tb"'],
])('note %j stays one cell', (note, cell) => {
  expect(ledgerCsvLine({ ...entry, note })).toContain(`,${cell},1234.50,`);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\u0000=1', '＝1', '=HYPERLINK("http://evil.example","x")'])(
  'note %j is no formula',
  (note) => {
    const [, cell = ''] = /,credit,,,(.*),1234\.50,/s.exec(ledgerCsvLine({ ...entry, note })) ?? [];
    expect(cell).toMatch(/^"?'/);
  },
);

test.each(['a;=1+1', 'a; @SUM(A1)', 'a;"=1"', 'a\t-1', 'a\n=1', 'a;;=1'])(
  'note %j is no formula where a spreadsheet splits lines elsewhere',
  (note) => {
    const [, cell = ''] = /,credit,,,(.*),1234\.50,/s.exec(ledgerCsvLine({ ...entry, note })) ?? [];
    for (const part of cell.split(/[;\t\n]/).slice(1)) expect(part).not.toMatch(/^[\s"]*[=+\-@]/);
  },
);
