/** The movements that the balance page shows, all pages of them, as a file. */
import { procedureContext, signedIn } from '#app/_procedures/context.ts';
import { ledgerCsv } from '#server/plugins/billing/port.ts';
import { streamOf } from '../../_lists/stream.ts';
import { filterAsked } from '../ledger-address.ts';

export async function GET(request: Request): Promise<Response> {
  const { accountId } = await signedIn('/client/balance');
  const { services } = await procedureContext();
  const filter = filterAsked(Object.fromEntries(new URL(request.url).searchParams));
  return new Response(streamOf(ledgerCsv(services.db, accountId, filter)).pipeThrough(new TextEncoderStream()), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="balance-${new Date().toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
