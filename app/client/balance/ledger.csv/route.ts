/** The movements that the balance page shows, all pages of them, as a file. */
import { procedureContext, signedIn } from '#app/_procedures/context.ts';
import { ledgerCsv } from '#server/plugins/billing/port.ts';
import { filterAsked } from '../ledger-address.ts';

export async function GET(request: Request): Promise<Response> {
  const { accountId } = await signedIn('/client/balance');
  const { services } = await procedureContext();
  const filter = filterAsked(Object.fromEntries(new URL(request.url).searchParams));
  return new Response(streamOf(ledgerCsv(services.db, accountId, filter)), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="balance-${new Date().toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}

/** Asks for the next piece only when the last is on its way. */
function streamOf(pieces: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return();
    },
  });
}
