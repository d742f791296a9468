/** Messages of payment providers, such as Stripe's webhook at /api/payments/stripe. */
import { readBody } from '#server/kernel/request-body.ts';
import { receive } from '#server/plugins/payments/port.ts';
import { services } from '#server/runtime.ts';

/** Bytes of a message; a provider's are a few thousand. */
const MOST_BYTES = 262_144;

export async function POST(request: Request, { params }: { params: Promise<{ provider: string }> }): Promise<Response> {
  const body = await readBody(request.body, MOST_BYTES);
  if (body === 'too_large') return answer(413, 'This is more than a message.');
  if (body === 'broken_off') return answer(400, 'The message broke off.');
  const open = await services();
  const { provider } = await params;
  try {
    const reception = await receive(open, provider, {
      body: Buffer.from(body),
      header: (name) => request.headers.get(name),
    });
    switch (reception) {
      case 'unknown_provider':
        return answer(404, 'Nobody here takes such messages.');
      case 'forged':
        return answer(400, 'The signature is wrong.');
      case 'irrelevant':
      case 'processed':
        return answer(200, 'Received.');
    }
  } catch (error) {
    // The provider delivers it again.
    open.log.error({ err: error, provider }, "a payment provider's message could not be processed");
    return answer(500, 'Deliver this message again.');
  }
}

function answer(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

export const dynamic = 'force-dynamic';
