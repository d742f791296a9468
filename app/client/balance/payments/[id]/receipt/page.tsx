/** The receipt of a top-up, as a bookkeeper files it; it is meant for paper. */
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { signedIn } from '#app/_procedures/context.ts';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { AbovePaper } from '../../../../_paper/above-paper.tsx';
import { PrintButton } from '../../../../_paper/print-button.tsx';
import { ofOwnPayment } from '../own-payment.ts';
import { ReceiptDocument } from './receipt-document.tsx';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('balance'))('receipt') };
}

export default async function ReceiptPage({ params }: Props) {
  const { id } = await params;
  await signedIn(`/client/balance/payments/${encodeURIComponent(id)}/receipt`);
  const receipt = await ofOwnPayment((payments) => payments.receipt({ id }));
  const t = await getTranslations('balance');
  return (
    <>
      <AbovePaper
        title={t('receiptPage.title', { number: receipt.receipt_number })}
        actions={
          <>
            <ButtonLink href="/client/balance" variant="default">
              {t('payment.back')}
            </ButtonLink>
            <PrintButton>{t('receiptPage.print')}</PrintButton>
          </>
        }
      />
      <ReceiptDocument receipt={receipt} />
    </>
  );
}
