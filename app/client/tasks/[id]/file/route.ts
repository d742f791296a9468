/** The file that a task made, for its owner and nobody else: it may hold all that is kept of him. */
import { streamOf } from '#app/_lists/stream.ts';
import { procedureContext, signedIn } from '#app/_procedures/context.ts';
import { fileOf } from '#server/plugins/tasks/port.ts';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { accountId, viewer } = await signedIn('/client');
  if (viewer) return refusal(403, 'Only the owner of the account is given this file.');
  const { id } = await params;
  const file = /^[1-9]\d{0,8}$/.test(id) ? await fileOf((await procedureContext()).services.db, accountId, Number(id)) : null;
  if (!file) return refusal(404, 'There is no such file, or it has been removed.');
  return new Response(streamOf(file.bytes), {
    headers: {
      'Content-Type': file.type,
      'Content-Length': String(file.size),
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

function refusal(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
