/** The movements that the balance page shows, all pages of them, as a file. */
import { csvFile } from '#app/_lists/list-file.ts';
import { procedureContext, signedIn } from '#app/_procedures/context.ts';
import { ledgerCsv } from '#server/plugins/billing/port.ts';
import { filterAsked } from '../ledger-address.ts';

export async function GET(request: Request): Promise<Response> {
  const { accountId } = await signedIn('/client/balance');
  const { services } = await procedureContext();
  const filter = filterAsked(Object.fromEntries(new URL(request.url).searchParams));
  return csvFile('balance', ledgerCsv(services.db, accountId, filter));
}
