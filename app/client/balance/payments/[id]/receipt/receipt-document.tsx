/** The receipt itself: who received how much from whom, through whom, and what went back since. */
import { useTranslations } from 'next-intl';
import { Money } from '#app/_ui/money.tsx';
import { UtcDate } from '#app/_ui/utc-date.tsx';
import type { Receipt } from '#server/plugins/payments/schema.ts';
import { Fact, Paper, PaperHead, Parties, Party } from '../../../../_paper/paper.tsx';
import classes from './receipt-document.module.css';

export function ReceiptDocument({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('balance.receiptPage');
  const { payment, seller, payer } = receipt;
  const vatNumber = (number: string) => t('vatNumber', { number });
  return (
    <Paper title={t('title', { number: receipt.receipt_number })}>
      <PaperHead title={t('heading')}>
        <Fact term={t('number')}>{receipt.receipt_number}</Fact>
        <Fact term={t('paidOn')}>
          <UtcDate at={receipt.paid_at} />
        </Fact>
        <Fact term={t('means')}>{payment.provider === 'stripe' ? t('stripe') : t('sandbox')}</Fact>
      </PaperHead>
      <Parties>
        <Party title={t('seller')} party={seller} vatNumber={vatNumber} />
        <Party title={t('payer')} party={payer} vatNumber={vatNumber} />
      </Parties>
      <dl className={classes.lines}>
        <Line term={t('line')} euros={payment.amount} />
        {payment.refunded > 0 && <Line term={t('refunded')} euros={-payment.refunded} />}
        {payment.charged_back > 0 && <Line term={t('chargedBack')} euros={-payment.charged_back} />}
        <div className={classes.total}>
          <dt>{t('total')}</dt>
          <dd>
            <Money euros={payment.amount - payment.refunded - payment.charged_back} />
          </dd>
        </div>
      </dl>
      <footer className={classes.foot}>
        <p>{t('note')}</p>
        {payment.provider_reference !== null && (
          <p>
            {t('reference')}: <span className={classes.reference}>{payment.provider_reference}</span>
          </p>
        )}
      </footer>
    </Paper>
  );
}

/** An amount that counts towards the total. */
function Line({ term, euros }: { term: string; euros: number }) {
  return (
    <Fact term={term}>
      <Money euros={euros} />
    </Fact>
  );
}
