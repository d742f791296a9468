/** A QR code of one proxy that a link shows, or of a few. */
import { TRPCError } from '@trpc/server';
import QRCode from 'qrcode';
import { procedureContext } from '#app/_procedures/context.ts';
import { formats } from '#app/client/proxies/formats.ts';
import { createCaller } from '#server/site.ts';
import { secondsToWait } from '../../too-often.ts';
import { fitsCode, lineFormat } from '../code-address.ts';

interface Route {
  params: Promise<{ token: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  const { token } = await params;
  const asked = new URL(request.url).searchParams;
  try {
    const caller = createCaller(await procedureContext());
    const proxies = await caller.resale.linkedProxies({ token, proxy_ids: asked.getAll('proxy') });
    const text = formats[lineFormat(asked.get('format'))].write(proxies).trimEnd();
    if (!fitsCode(text)) return refusal(413);
    const svg = await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
    return new Response(svg, { headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'no-store' } });
  } catch (error) {
    const seconds = secondsToWait(error);
    if (seconds !== null) return refusal(429, { 'Retry-After': String(seconds) });
    if (error instanceof TRPCError && ['NOT_FOUND', 'BAD_REQUEST', 'FORBIDDEN'].includes(error.code)) return refusal(404);
    throw error;
  }
}

function refusal(status: number, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store', ...more } });
}
