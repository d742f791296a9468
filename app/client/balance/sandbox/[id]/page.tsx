/** The checkout of the sandbox, in the place of a payment provider's page. It is there only where the sandbox is switched on. */
import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Messages } from '#app/_language/messages.tsx';
import { signedIn } from '#app/_procedures/context.ts';
import { Badge } from '#app/_ui/badge.tsx';
import { PageHead, Panel, PanelBody } from '#app/_ui/panel.tsx';
import { ofOwnPayment } from '../../payments/[id]/own-payment.ts';
import { Decision } from './decision.tsx';
import classes from './page.module.css';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('balance'))('sandbox.title') };
}

export default async function SandboxPage({ params }: Props) {
  const { id } = await params;
  await signedIn(`/client/balance/sandbox/${encodeURIComponent(id)}`);
  const { payment, provider } = await ofOwnPayment(async (payments) => ({
    payment: await payments.one({ id }),
    provider: (await payments.offer()).provider,
  }));
  if (provider !== 'sandbox' || payment.provider !== 'sandbox') notFound();
  if (payment.standing !== 'created') redirect(`/client/balance/payments/${id}`);
  const [t, format] = await Promise.all([getTranslations('balance'), getFormatter()]);
  const amount = format.number(payment.amount, 'money');
  return (
    <Messages of={['balance']}>
      <div className={classes.checkout}>
        <PageHead title={t('sandbox.title')}>{t('sandbox.what')}</PageHead>
        <Panel id="sandbox" title={t('topUp')} actions={<Badge tone="warn">{t('sandboxBadge')}</Badge>}>
          <PanelBody>
            <div className={classes.toPay}>
              <span>{t('sandbox.amount')}</span>
              <strong>{amount}</strong>
            </div>
            <Decision id={id} amount={amount} />
          </PanelBody>
        </Panel>
      </div>
    </Messages>
  );
}
