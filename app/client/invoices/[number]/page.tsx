/** One invoice, as a bookkeeper reads it. */
import { TRPCError } from '@trpc/server';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { procedureContext, signedIn } from '#app/_procedures/context.ts';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { PageHead } from '#app/_ui/panel.tsx';
import type { Invoice } from '#server/plugins/billing/schema.ts';
import { createCaller } from '#server/site.ts';
import { InvoiceDocument } from './invoice-document.tsx';
import classes from './page.module.css';
import { PrintButton } from './print-button.tsx';

interface Props {
  params: Promise<{ number: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Invoice ${(await params).number}` };
}

export default async function InvoicePage({ params }: Props) {
  const { number } = await params;
  await signedIn(`/client/invoices/${encodeURIComponent(number)}`);
  const invoice = await ownInvoice(number);
  if (!invoice) notFound();
  return (
    <>
      <div className={classes.head}>
        <PageHead
          title={`Invoice ${invoice.number}`}
          actions={
            <div className={classes.actions}>
              <ButtonLink href="/client/invoices" variant="default">
                All invoices
              </ButtonLink>
              <PrintButton />
            </div>
          }
        />
      </div>
      <InvoiceDocument invoice={invoice} />
    </>
  );
}

/** The invoice, or null where the account has none under the number. */
async function ownInvoice(number: string): Promise<Invoice | null> {
  try {
    return await createCaller(await procedureContext()).billing.invoice({ number });
  } catch (error) {
    if (error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')) return null;
    throw error;
  }
}
