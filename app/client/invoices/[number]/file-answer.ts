/** An invoice as a file to keep. */
import { signedIn } from '#app/_procedures/context.ts';
import type { Invoice } from '#server/plugins/billing/schema.ts';
import { ownInvoice } from './own-invoice.ts';

const types = { pdf: 'application/pdf', xml: 'application/xml; charset=utf-8' } as const;

/** What the routes of the files are given. */
export interface FileRoute {
  params: Promise<{ number: string }>;
}

/** The answer to who asks for a file of an invoice: 404 where it is none of his, the way to the sign-in where he is nobody. */
export async function fileAnswer(
  { params }: FileRoute,
  type: keyof typeof types,
  make: (invoice: Invoice) => Promise<string | Uint8Array>,
): Promise<Response> {
  const { number } = await params;
  await signedIn(`/client/invoices/${encodeURIComponent(number)}`);
  const invoice = await ownInvoice(number);
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  if (!invoice) {
    return new Response('You have no invoice with this number.\n', {
      status: 404,
      headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
  const file = await make(invoice);
  return new Response(typeof file === 'string' ? file : Buffer.from(file), {
    headers: {
      ...headers,
      'Content-Type': types[type],
      'Content-Disposition': `attachment; filename="${invoice.number}.${type}"`,
    },
  });
}
