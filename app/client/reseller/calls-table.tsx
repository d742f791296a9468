'use client';
/** Requests to the API, a line each: when, what, what was answered, from where. */
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { listPath } from '#app/_lists/address.ts';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { API_BASE_PATH } from '#server/kernel/api-path.ts';
import type { ApiCall } from '#server/plugins/records/schema.ts';
import classes from './calls-table.module.css';
import { RESELLER_PATH } from './reseller-path.ts';

const tones: Readonly<Record<number, Tone>> = { 2: 'good', 4: 'warn', 5: 'bad' };

/** @param linked each line leads to what became of its key or order. */
export function CallsTable({ caption, calls, linked = false }: { caption: string; calls: ApiCall[]; linked?: boolean }) {
  const t = useTranslations('reseller.log');
  const format = useFormatter();
  const columns = [
    { label: t('time'), width: 20 },
    { label: t('request'), width: 36 },
    { label: t('answer'), width: 24 },
    { label: t('sender') },
    { label: t('took'), numeric: true },
  ];
  return (
    <Table caption={caption} columns={columns}>
      {calls.map((call) => (
        <Row key={call.request_id}>
          <Cell label={t('time')} inCard="lead">
            <time dateTime={call.at} title={`${t('requestId')}: ${call.request_id}`} className={classes.time}>
              {format.dateTime(new Date(call.at), { dateStyle: 'medium', timeStyle: 'medium' })}
            </time>
          </Cell>
          <Cell label={t('request')} inCard="lead">
            <div className={classes.request}>
              <code>
                {call.method} {call.route === null ? t('other') : `${API_BASE_PATH}${call.route}`}
              </code>
              {linked && <Reference call={call} />}
            </div>
          </Cell>
          <Cell label={t('answer')}>
            <div className={classes.answer}>
              <Badge tone={tones[Math.floor(call.status / 100)] ?? 'plain'}>{call.status}</Badge>
              {call.code && <code>{call.code}</code>}
              {call.replay && <Badge tone="plain">{t('replay')}</Badge>}
            </div>
          </Cell>
          <Cell label={t('sender')}>
            <code>{call.client_address}</code>
          </Cell>
          <Cell label={t('took')} numeric>
            {t('ms', { ms: call.duration_ms })}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Reference({ call }: { call: ApiCall }) {
  const t = useTranslations('reseller.log');
  const key = call.idempotency_key;
  if (key === null) return null;
  return (
    <Link
      href={`${listPath(RESELLER_PATH, { charge: key })}#charge`}
      prefetch={false}
      className={classes.reference}
      aria-label={t('keyLink', { key })}
      title={t('keyLink', { key })}
    >
      {key}
      {call.order_id !== null && ` · ${t('orderLink', { order: String(call.order_id) })}`}
    </Link>
  );
}
