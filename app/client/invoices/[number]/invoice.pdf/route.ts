/** The invoice on paper, with the electronic one inside (Factur-X). */
import { getLocale } from 'next-intl/server';
import { languageOf } from '#app/_language/language.ts';
import { invoicePdf } from '#server/plugins/billing/adapters/invoice-pdf.ts';
import { type FileRoute, fileAnswer } from '../file-answer.ts';

export function GET(_request: Request, route: FileRoute): Promise<Response> {
  return fileAnswer(route, 'pdf', async (invoice) => invoicePdf(invoice, languageOf(await getLocale())));
}
