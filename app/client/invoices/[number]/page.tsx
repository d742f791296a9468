/** One invoice or credit note, as a bookkeeper reads it. */
import { IconDownload } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { signedIn } from '#app/_procedures/context.ts';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { PageHead } from '#app/_ui/panel.tsx';
import { Download } from './download.tsx';
import { InvoiceDocument } from './invoice-document.tsx';
import { InvoiceNotices } from './invoice-notices.tsx';
import { ownInvoice } from './own-invoice.ts';
import classes from './page.module.css';
import { PrintButton } from './print-button.tsx';

interface Props {
  params: Promise<{ number: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { number } = await params;
  return { title: (await getTranslations('invoices'))('invoiceTitle', { number }) };
}

export default async function InvoicePage({ params }: Props) {
  const { number } = await params;
  await signedIn(`/client/invoices/${encodeURIComponent(number)}`);
  const invoice = await ownInvoice(number);
  if (!invoice) notFound();
  const t = await getTranslations('invoices');
  const file = `/client/invoices/${invoice.number}/invoice`;
  return (
    <Messages of={['invoices']}>
      <div className={classes.head}>
        <PageHead
          title={t(invoice.kind === 'invoice' ? 'invoiceTitle' : 'creditNoteTitle', { number: invoice.number })}
          actions={
            <div className={classes.actions}>
              <ButtonLink href="/client/invoices" variant="subtle">
                {t('toAll')}
              </ButtonLink>
              <PrintButton />
              <Download href={`${file}.xml`} variant="default" icon={null}>
                XML
              </Download>
              <Download href={`${file}.pdf`} icon={<IconDownload size={16} aria-hidden />}>
                PDF
              </Download>
            </div>
          }
        />
        <InvoiceNotices invoice={invoice} />
      </div>
      <InvoiceDocument invoice={invoice} />
    </Messages>
  );
}
