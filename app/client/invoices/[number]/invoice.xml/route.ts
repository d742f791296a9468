/** The electronic invoice alone (EN 16931), for a bookkeeper's software. */
import { eInvoiceXml } from '#server/plugins/billing/adapters/e-invoice.ts';
import { type FileRoute, fileAnswer } from '../file-answer.ts';

export function GET(_request: Request, route: FileRoute): Promise<Response> {
  return fileAnswer(route, 'xml', eInvoiceXml);
}
