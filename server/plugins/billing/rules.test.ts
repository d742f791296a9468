import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountId } from '#server/kernel/ids.ts';
import { cents } from '#server/kernel/money.ts';
import { invoiceNumberForm } from '#server/kernel/name-forms.ts';
import { creditLines, invoiceNumber, isVatIdForm, periodOfMonth, plainVatId, splitCredit, splitVat } from './rules.ts';

test('net and VAT of a price that includes VAT', () => {
  expect(splitVat(cents(120), 2_000)).toEqual({ netCents: 100, vatCents: 20 });
  expect(splitVat(cents(290), 2_000)).toEqual({ netCents: 242, vatCents: 48 });
  expect(splitVat(cents(290), 0)).toEqual({ netCents: 290, vatCents: 0 });
});

test('net and VAT always add up, and the net is within half a cent of exact', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 0, max: 9_999 }), (gross, rate) => {
      const { netCents, vatCents } = splitVat(cents(gross), rate);
      return netCents + vatCents === gross && vatCents >= 0 && Math.abs(netCents - (gross * 10_000) / (10_000 + rate)) <= 0.5;
    }),
  );
});

test('invoice numbers are unique and of one form, however large accounts and series grow', () => {
  expect(invoiceNumber(42 as AccountId, 1)).toBe('R000042-00001');
  expect(invoiceNumber(1_234_567 as AccountId, 123_456)).toBe('R1234567-123456');
  expect(invoiceNumber(2_147_483_647 as AccountId, 2_147_483_647)).toMatch(new RegExp(`^${invoiceNumberForm}$`));
});

test('a month ends where the next begins, also in December', () => {
  expect(periodOfMonth('2026-12')).toEqual({
    since: new Date('2026-12-01T00:00:00.000Z'),
    before: new Date('2027-01-01T00:00:00.000Z'),
  });
  expect(periodOfMonth(undefined)).toEqual({ since: null, before: null });
});

test('however an invoice is credited in parts, each part has net and VAT, and together they are those of the invoice', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 9_999 }),
      (parts, rate) => {
        const grossCents = cents(parts.reduce((sum, part) => sum + part, 0));
        const invoice = {
          number: 'R000001-00001',
          grossCents,
          netCents: splitVat(grossCents, rate).netCents,
          vatRateBp: rate,
          lines: [],
        };
        let [gross, net] = [0, 0];
        for (const part of parts) {
          const credited = { ...invoice, creditedGrossCents: cents(gross), creditedNetCents: cents(net) };
          const { netCents, vatCents } = splitCredit(credited, cents(part));
          expect(netCents + vatCents).toBe(part);
          expect(Math.min(netCents, vatCents)).toBeGreaterThanOrEqual(0);
          expect(Math.abs(netCents - (part * 10_000) / (10_000 + rate))).toBeLessThanOrEqual(1);
          gross += part;
          net += netCents;
        }
        expect(net).toBe(invoice.netCents);
      },
    ),
  );
});

test('a credit of all lists what the invoice lists, a part of it one line', () => {
  const lines = [{ description: 'ISP proxy, France, 30 days', qty: 2, unitCents: cents(290), totalCents: cents(580) }];
  const invoice = {
    number: 'R000001-00001',
    grossCents: cents(580),
    netCents: cents(483),
    vatRateBp: 2_000,
    creditedGrossCents: cents(0),
    creditedNetCents: cents(0),
    lines,
  };
  expect(creditLines(invoice, cents(580))).toBe(lines);
  expect(creditLines(invoice, cents(100))).toEqual([
    { description: 'Credit on invoice R000001-00001', qty: 1, unitCents: 100, totalCents: 100 },
  ]);
});

test.each([
  ['FR12345678901', 'FR'],
  ['DE123456789', 'DE'],
  ['ESB12345678', 'ES'],
  ['EL123456789', 'GR'],
  ['NL123456789B01', 'NL'],
  ['CHE123456789MWST', 'CH'],
])('%s has the form of a VAT number of %s', (vatId, country) => expect(isVatIdForm(vatId, country)).toBe(true));

test.each([
  ['FR1234567890', 'FR'],
  ['DE123456789', 'FR'],
  ['GR123456789', 'GR'],
  ['12345678901', 'FR'],
  ['A!', 'US'],
])('%s has not the form of a VAT number of %s', (vatId, country) => expect(isVatIdForm(vatId, country)).toBe(false));

test('a VAT number is kept without what people put between its parts', () => {
  expect(plainVatId(' fr 12.345-678 901')).toBe('FR12345678901');
});
