/** An invoice that no account has, for tests of what is made of one. */
import type { Invoice } from '#server/plugins/billing/schema.ts';

/** Three proxies for 8.70 euros at 20 %, but for what `change` says. */
export function putInvoice(change: Partial<Invoice> = {}): Invoice {
  return {
    number: 'R000042-00007',
    kind: 'invoice',
    issued_at: '2026-11-21T23:30:00.000Z',
    order_id: 12,
    renewal_id: null,
    net: 7.25,
    vat: 1.45,
    gross: 8.7,
    vat_rate: 20,
    seller: {
      legal_name: 'Example Proxies SAS',
      address_lines: '1 rue Exemple, 75001 Paris',
      country_code: 'FR',
      vat_id: 'FR12345678901',
    },
    buyer: {
      email: 'buyer@example.com',
      legal_name: 'Acheteur & Fils',
      address_lines: 'Calle Ejemplo 5\n28001 Madrid',
      country_code: 'ES',
      vat_id: 'ES12345678Z',
    },
    lines: [{ description: 'ISP proxy, France, 30 days', qty: 3, unit_price: 2.9, total: 8.7 }],
    corrects: null,
    reason: null,
    credited_by: [],
    ...change,
  };
}
