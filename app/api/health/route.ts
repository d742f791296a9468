/** Health under plain `next start`; the custom server answers this path itself. 200 when the database answers, else 503. */
import { services } from '#server/runtime.ts';

export async function GET(): Promise<Response> {
  const { db } = await services();
  const ready = await db.isReady();
  return Response.json({ ok: ready }, { status: ready ? 200 : 503, headers: { 'Cache-Control': 'no-store' } });
}
