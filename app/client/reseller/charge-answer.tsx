'use client';
/** What became of one purchase: a sentence, then the debit, the delivery, and every attempt. */
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CopyIcon } from '#app/_ui/copy.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money, useMoney } from '#app/_ui/money.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { UtcDate } from '#app/_ui/utc-date.tsx';
import type { Charge } from '#server/plugins/records/schema.ts';
import { Definition, DefinitionList } from '../_proxies/definition-list.tsx';
import { CallsTable } from './calls-table.tsx';
import classes from './charge-answer.module.css';

const tones = { charged: 'good', refunded: 'plain', settling: 'warn', in_progress: 'plain', never: 'plain' } as const;

/** @param lookAgain a button, while the answer is not final. */
export function ChargeAnswer({ charge, lookAgain }: { charge: Charge; lookAgain: ReactNode }) {
  const t = useTranslations('reseller.charge');
  return (
    <article className={classes.answer}>
      <Notice tone={tones[charge.verdict]}>
        <h3>
          <Sentence charge={charge} />
        </h3>
        <WhatToDo charge={charge} />
        {lookAgain}
      </Notice>
      <Facts charge={charge} />
      {charge.order && (
        <>
          <Part title={t('debit')}>{charge.movements.length > 0 ? <Movements charge={charge} /> : <p>{t('debitNone')}</p>}</Part>
          <Part title={t('delivery')}>
            {charge.proxies.length > 0 ? <Proxies charge={charge} /> : <p>{t('deliveryNone')}</p>}
          </Part>
        </>
      )}
      <Part title={t('attempts')}>
        <Attempts charge={charge} />
      </Part>
    </article>
  );
}

function Sentence({ charge: { verdict, order } }: { charge: Charge }) {
  const t = useTranslations('reseller.charge');
  const money = useMoney();
  if (verdict === 'in_progress') return t('inProgress');
  if (verdict === 'never' || !order) return t('never');
  return t(verdict, { amount: money(order.total), order: String(order.order_id) });
}

function WhatToDo({ charge: { verdict, attempts_total: attempts } }: { charge: Charge }) {
  const t = useTranslations('reseller.charge');
  if (verdict === 'settling') return <p>{t('settlingWhy')}</p>;
  if (verdict !== 'never') return null;
  return <p>{attempts > 0 ? t('neverTried', { count: attempts }) : t('neverSeen')}</p>;
}

function Facts({ charge: { key, order } }: { charge: Charge }) {
  const t = useTranslations('reseller.charge');
  const country = useTranslations('countries');
  const money = useMoney();
  return (
    <DefinitionList>
      <Definition term={t('key')}>
        <code className={classes.key}>{key}</code>
        <CopyIcon text={key} what={t('keyWhat')} />
      </Definition>
      {order && (
        <>
          <Definition term={t('order')}>
            <strong>{order.order_id}</strong>
            <span>{t('orderFacts', { qty: order.qty, country: country(order.country) })}</span>
            {order.discount > 0 && <span className={classes.quiet}>{t('discount', { amount: money(order.discount) })}</span>}
          </Definition>
          <Definition term={t('madeBy')}>
            <Moment at={order.created_at} focusable />
            <span className={classes.quiet}>{t(`by.${order.channel}`)}</span>
          </Definition>
        </>
      )}
    </DefinitionList>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Movements({ charge }: { charge: Charge }) {
  const t = useTranslations('reseller.charge');
  const columns = [
    { label: t('movement') },
    { label: t('invoice') },
    { label: t('amount'), numeric: true },
    { label: t('balance'), numeric: true },
  ];
  return (
    <Table caption={t('debit')} columns={columns}>
      {charge.movements.map((entry) => (
        <Row key={entry.seq}>
          <Cell label={t('movement')} inCard="lead">
            <div className={classes.movement}>
              {entry.amount < 0 ? t('debited') : t('givenBack')}
              <UtcDate at={entry.created_at} withTime />
            </div>
          </Cell>
          <Cell label={t('invoice')}>
            {entry.invoice_number ? (
              <Link href={`/client/invoices/${entry.invoice_number}`} prefetch={false}>
                {entry.invoice_number}
              </Link>
            ) : (
              '–'
            )}
          </Cell>
          <Cell label={t('amount')} numeric>
            <Money euros={entry.amount} signed />
          </Cell>
          <Cell label={t('balance')} numeric>
            <Money euros={entry.balance} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Proxies({ charge }: { charge: Charge }) {
  const t = useTranslations('reseller.charge');
  return (
    <ul className={classes.proxies}>
      {charge.proxies.map((proxy) => (
        <li key={proxy.proxy_id}>
          <Link href={`/client/proxies?search=${proxy.username}`} prefetch={false} title={t('show')}>
            <code>{proxy.username}</code>
          </Link>
          <span className={classes.quiet}>{t.rich('expires', { when: () => <Moment at={proxy.expires_at} /> })}</span>
        </li>
      ))}
    </ul>
  );
}

function Attempts({ charge }: { charge: Charge }) {
  const t = useTranslations('reseller.charge');
  const { attempts, attempts_total: total, order } = charge;
  if (attempts.length === 0) return <p>{order?.channel === 'site' ? t('attemptsSite') : t('attemptsNone')}</p>;
  return (
    <>
      <p className={classes.quiet}>
        {t('attemptsLead')} {total > attempts.length && t('attemptsCut', { shown: attempts.length, total })}
      </p>
      <CallsTable caption={t('attempts')} calls={attempts} />
    </>
  );
}
