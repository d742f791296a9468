/** The requests that the reseller page shows, all pages of them, as a file: `…/requests/csv` or `…/requests/json`. */
import { csvFile, jsonFile } from '#app/_lists/list-file.ts';
import { procedureContext, signedIn } from '#app/_procedures/context.ts';
import { callsCsv, callsJson } from '#server/plugins/records/adapters/calls-file.ts';
import { callChunks } from '#server/plugins/records/port.ts';
import { callFilterOf } from '#server/plugins/records/rules.ts';
import { callsAsked } from '../../reseller-address.ts';
import { RESELLER_PATH } from '../../reseller-path.ts';

export async function GET(request: Request, { params }: { params: Promise<{ format: string }> }): Promise<Response> {
  const { accountId } = await signedIn(RESELLER_PATH);
  const { services } = await procedureContext();
  const filter = callFilterOf(callsAsked(Object.fromEntries(new URL(request.url).searchParams)));
  const chunks = callChunks(services.db, accountId, filter);
  switch ((await params).format) {
    case 'csv':
      return csvFile('api-requests', callsCsv(chunks));
    case 'json':
      return jsonFile('api-requests', callsJson(chunks));
    default:
      return new Response('There is no such file.\n', { status: 404, headers: { 'Cache-Control': 'no-store' } });
  }
}
