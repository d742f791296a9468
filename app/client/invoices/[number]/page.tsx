/** One invoice or credit note, as a bookkeeper reads it. */
import { IconDownload } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { signedIn } from '#app/_procedures/context.ts';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { AbovePaper } from '../../_paper/above-paper.tsx';
import { PrintButton } from '../../_paper/print-button.tsx';
import { Download } from './download.tsx';
import { InvoiceDocument } from './invoice-document.tsx';
import { InvoiceNotices } from './invoice-notices.tsx';
import { ownInvoice } from './own-invoice.ts';

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
      <AbovePaper
        title={t(invoice.kind === 'invoice' ? 'invoiceTitle' : 'creditNoteTitle', { number: invoice.number })}
        actions={
          <>
            <ButtonLink href="/client/invoices" variant="subtle">
              {t('toAll')}
            </ButtonLink>
            <PrintButton variant="default">{t('print')}</PrintButton>
            <Download href={`${file}.xml`} variant="default" icon={null}>
              XML
            </Download>
            <Download href={`${file}.pdf`} icon={<IconDownload size={16} aria-hidden />}>
              PDF
            </Download>
          </>
        }
      >
        <InvoiceNotices invoice={invoice} />
      </AbovePaper>
      <InvoiceDocument invoice={invoice} />
    </Messages>
  );
}
