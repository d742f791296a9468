/** Where the browser comes back to from paying: how the top-up stands, as soon as anybody knows. */
import type { Metadata } from 'next';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { type SearchParams, single } from '#app/_lists/address.ts';
import { signedIn } from '#app/_procedures/context.ts';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { PageHead } from '#app/_ui/panel.tsx';
import { ofOwnPayment } from './own-payment.ts';
import { PaymentOutcome } from './payment-outcome.tsx';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('balance'))('topUp') };
}

export default async function PaymentPage({ params, searchParams }: Props) {
  const { id } = await params;
  const { viewer } = await signedIn(`/client/balance/payments/${encodeURIComponent(id)}`);
  const payment = await ofOwnPayment((payments) => payments.one({ id }));
  const [t, format] = await Promise.all([getTranslations('balance'), getFormatter()]);
  return (
    <Messages of={['balance']}>
      <PageHead
        title={t('payment.title', { amount: format.number(payment.amount, 'money') })}
        actions={
          <ButtonLink href="/client/balance" variant="default">
            {t('payment.back')}
          </ButtonLink>
        }
      />
      <PaymentOutcome asked={payment} left={single(await searchParams, 'left') !== undefined} follow={!viewer} />
    </Messages>
  );
}
