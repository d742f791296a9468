/** What stands on an invoice besides what was frozen with it, in the languages of the site. */
import type { Language } from '#server/kernel/languages.ts';

interface Labels {
  readonly invoice: string;
  readonly creditNote: string;
  readonly number: string;
  readonly dateOfIssueAndSupply: string;
  readonly dateOfIssue: string;
  readonly order: string;
  readonly renewal: string;
  readonly corrects: string;
  /** Of the invoice that a credit note corrects. */
  readonly correctsOf: (number: string, date: string) => string;
  readonly reason: string;
  readonly seller: string;
  readonly buyer: string;
  readonly vatNumber: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly vatRate: string;
  readonly net: string;
  readonly amount: string;
  readonly totalNet: string;
  readonly totalVat: (rate: string) => string;
  readonly totalGross: string;
  readonly totalCredited: string;
  readonly noVat: Readonly<Record<'E' | 'O', string>>;
  readonly paid: (date: string) => string;
  readonly givenBack: (date: string) => string;
  readonly electronic: string;
  readonly page: (page: number, pages: number) => string;
}

export const invoiceLabels: Readonly<Record<Language, Labels>> = {
  en: {
    invoice: 'Invoice',
    creditNote: 'Credit note',
    number: 'Number',
    dateOfIssueAndSupply: 'Date of issue and supply',
    dateOfIssue: 'Date of issue',
    order: 'Order',
    renewal: 'Renewal',
    corrects: 'Corrects',
    correctsOf: (number, date) => `Invoice ${number} of ${date}`,
    reason: 'Reason',
    seller: 'Seller',
    buyer: 'Buyer',
    vatNumber: 'VAT number',
    description: 'Description',
    quantity: 'Quantity',
    unitPrice: 'Unit price, VAT incl.',
    vatRate: 'VAT',
    net: 'Net amount',
    amount: 'Amount, VAT incl.',
    totalNet: 'Total without VAT',
    totalVat: (rate) => `VAT ${rate}`,
    totalGross: 'Total, VAT included',
    totalCredited: 'Total credited, VAT included',
    noVat: { E: 'Exempt from VAT.', O: 'Not subject to VAT.' },
    paid: (date) => `Paid in full from the prepaid balance on ${date}. Nothing is left to pay.`,
    givenBack: (date) => `Given back to the prepaid balance on ${date}.`,
    electronic: 'Amounts in euros. Electronic invoice to EN 16931 enclosed (Factur-X).',
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
  fr: {
    invoice: 'Facture',
    creditNote: 'Avoir',
    number: 'Numéro',
    dateOfIssueAndSupply: 'Date d’émission et de prestation',
    dateOfIssue: 'Date d’émission',
    order: 'Commande',
    renewal: 'Renouvellement',
    corrects: 'Rectifie',
    correctsOf: (number, date) => `Facture ${number} du ${date}`,
    reason: 'Motif',
    seller: 'Vendeur',
    buyer: 'Client',
    vatNumber: 'N° de TVA',
    description: 'Désignation',
    quantity: 'Quantité',
    unitPrice: 'Prix unitaire TTC',
    vatRate: 'TVA',
    net: 'Montant HT',
    amount: 'Montant TTC',
    totalNet: 'Total HT',
    totalVat: (rate) => `TVA ${rate}`,
    totalGross: 'Total TTC',
    totalCredited: 'Total de l’avoir TTC',
    noVat: { E: 'Exonéré de TVA.', O: 'Non soumis à la TVA.' },
    paid: (date) => `Payée intégralement par débit du solde prépayé le ${date}. Net à payer : 0,00 €.`,
    givenBack: (date) => `Remboursé sur le solde prépayé le ${date}.`,
    electronic: 'Montants en euros. Facture électronique EN 16931 jointe (Factur-X).',
    page: (page, pages) => `Page ${page} sur ${pages}`,
  },
  es: {
    invoice: 'Factura',
    creditNote: 'Factura rectificativa',
    number: 'Número',
    dateOfIssueAndSupply: 'Fecha de expedición y de prestación',
    dateOfIssue: 'Fecha de expedición',
    order: 'Pedido',
    renewal: 'Renovación',
    corrects: 'Rectifica',
    correctsOf: (number, date) => `Factura ${number} del ${date}`,
    reason: 'Motivo',
    seller: 'Vendedor',
    buyer: 'Cliente',
    vatNumber: 'NIF-IVA',
    description: 'Descripción',
    quantity: 'Cantidad',
    unitPrice: 'Precio unitario, IVA incl.',
    vatRate: 'IVA',
    net: 'Base imponible',
    amount: 'Importe, IVA incl.',
    totalNet: 'Total sin IVA',
    totalVat: (rate) => `IVA ${rate}`,
    totalGross: 'Total, IVA incluido',
    totalCredited: 'Total abonado, IVA incluido',
    noVat: { E: 'Exento de IVA.', O: 'No sujeto a IVA.' },
    paid: (date) => `Pagada íntegramente con cargo al saldo prepago el ${date}. No queda nada por pagar.`,
    givenBack: (date) => `Devuelto al saldo prepago el ${date}.`,
    electronic: 'Importes en euros. Se adjunta factura electrónica EN 16931 (Factur-X).',
    page: (page, pages) => `Página ${page} de ${pages}`,
  },
};
