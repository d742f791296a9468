/** The requests that the reseller page shows, all pages of them, as a file: `…/requests/csv` or `…/requests/json`. */
import { procedureContext, signedIn } from '#app/_procedures/context.ts';
import { type CallFileFormat, callFileFormats, callsFile } from '#server/plugins/records/adapters/calls-file.ts';
import { callChunks } from '#server/plugins/records/port.ts';
import { callFilterOf } from '#server/plugins/records/rules.ts';
import { fileDownload } from '../../../_lists/file-download.ts';
import { callsAsked, RESELLER_PATH } from '../../reseller-address.ts';

const types: Readonly<Record<CallFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

export async function GET(request: Request, { params }: { params: Promise<{ format: string }> }): Promise<Response> {
  const { accountId } = await signedIn(RESELLER_PATH);
  const asked = (await params).format;
  const format = callFileFormats.find((known) => known === asked);
  if (!format) return new Response('There is no such file.\n', { status: 404, headers: { 'Cache-Control': 'no-store' } });
  const { services } = await procedureContext();
  const filter = callFilterOf(callsAsked(Object.fromEntries(new URL(request.url).searchParams)));
  const name = `api-requests-${new Date().toISOString().slice(0, 10)}.${format}`;
  return fileDownload(callsFile(format, callChunks(services.db, accountId, filter)), { name, type: types[format] });
}
