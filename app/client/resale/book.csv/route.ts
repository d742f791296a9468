/** The lines that the book shows, all pages of them, as a file. */
import { csvFile } from '#app/_lists/list-file.ts';
import { procedureContext, signedIn } from '#app/_procedures/context.ts';
import { bookCsv } from '#server/plugins/resale/port.ts';
import { bookShownBy } from '../book-address.ts';

export async function GET(request: Request): Promise<Response> {
  const { accountId } = await signedIn('/client/resale');
  const { services } = await procedureContext();
  const { page: _, ...filter } = bookShownBy(Object.fromEntries(new URL(request.url).searchParams));
  return csvFile('resale', bookCsv(services, accountId, filter));
}
