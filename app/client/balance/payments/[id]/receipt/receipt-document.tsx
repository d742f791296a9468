/** The receipt itself: who received how much from whom, through whom, and what went back since. */
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Money } from '#app/_ui/money.tsx';
import { UtcDate } from '#app/_ui/utc-date.tsx';
import type { Receipt } from '#server/plugins/payments/schema.ts';
import classes from './receipt-document.module.css';

export function ReceiptDocument({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('balance.receiptPage');
  const { payment, seller, payer } = receipt;
  return (
    <article className={classes.document} aria-label={t('title', { number: receipt.receipt_number })}>
      <header className={classes.head}>
        <p className={classes.title}>{t('heading')}</p>
        <dl className={classes.facts}>
          <Fact term={t('number')}>{receipt.receipt_number}</Fact>
          <Fact term={t('paidOn')}>
            <UtcDate at={receipt.paid_at} />
          </Fact>
          <Fact term={t('means')}>{payment.provider === 'stripe' ? t('stripe') : t('sandbox')}</Fact>
        </dl>
      </header>
      <div className={classes.parties}>
        <Party title={t('seller')} name={seller.legal_name} party={seller} />
        <Party title={t('payer')} name={payer.legal_name ?? payer.email} party={payer}>
          {payer.legal_name !== null && <p>{payer.email}</p>}
        </Party>
      </div>
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
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Line({ term, euros }: { term: string; euros: number }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <Money euros={euros} />
      </dd>
    </div>
  );
}

interface PartyProps {
  title: string;
  name: string;
  party: Pick<Receipt['seller'], 'address_lines' | 'country_code' | 'vat_id'>;
  children?: ReactNode;
}

function Party({ title, name, party, children }: PartyProps) {
  const t = useTranslations('balance.receiptPage');
  const regions = new Intl.DisplayNames(useLocale(), { type: 'region' });
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p className={classes.name}>{name}</p>
      {party.address_lines !== null && <p className={classes.address}>{party.address_lines}</p>}
      {party.country_code !== null && <p>{regions.of(party.country_code)}</p>}
      {party.vat_id !== null && <p>{t('vatNumber', { number: party.vat_id })}</p>}
      {children}
    </section>
  );
}
