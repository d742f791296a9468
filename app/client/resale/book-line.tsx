'use client';
/** One line of the book. */
import { Button, Checkbox } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { CopyIcon } from '#app/_ui/copy.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Cell, Row } from '#app/_ui/table.tsx';
import { marginOf } from '#server/plugins/resale/rules.ts';
import type { ResaleRecord } from '#server/plugins/resale/schema.ts';
import { Expiry } from '../_proxies/expiry.tsx';
import type { BookShown } from './book-address.ts';
import classes from './book-line.module.css';
import { BuyerField, NoteField, PaidField, SalePriceField } from './fields.tsx';

interface Props {
  shown: BookShown;
  record: ResaleRecord;
  /** The id of the list of buyers' names. */
  suggestions: string;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onUse: () => void;
}

export function BookLine({ shown, record, suggestions, chosen, onChoose, onUse }: Props) {
  const t = useTranslations('resale');
  const country = useTranslations('countries');
  const { proxy_id: id } = record;
  return (
    <Row>
      <Cell label={t('proxy')} inCard="lead">
        <div className={classes.proxy}>
          <Checkbox
            size="xs"
            aria-label={t('choose', { id })}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
          <div className={classes.names}>
            <span className={classes.id} title={id}>
              {id}
            </span>
            <span className={classes.username}>{record.username}</span>
          </div>
          <div className={classes.actions}>
            <CopyIcon text={id} what={t('idOf', { id })} />
            <Button size="compact-xs" h={26} variant="default" onClick={onUse} aria-label={t('useOf', { id })}>
              {t('use')}
            </Button>
          </div>
        </div>
      </Cell>
      <Cell label={t('expires')}>
        <div className={classes.expiry}>
          <Moment at={record.expires_at} />
          <Expiry at={new Date(record.expires_at)} />
        </div>
        <p className={classes.origin}>
          {t.rich('origin', { country: country(record.country), moment: () => <Moment at={record.created_at} /> })}
        </p>
      </Cell>
      <Cell label={t('cost')} numeric inCard="third">
        <Money euros={record.cost} />
      </Cell>
      <Cell label={t('salePrice')} numeric inCard="third">
        <SalePriceField shown={shown} record={record} />
      </Cell>
      <Cell label={t('margin')} numeric inCard="third">
        <LineMargin record={record} />
      </Cell>
      <Cell label={t('buyer')} inCard="below">
        <BuyerField shown={shown} record={record} suggestions={suggestions} />
        <NoteField shown={shown} record={record} />
      </Cell>
      <Cell label={t('payments.paid')}>
        <PaidField shown={shown} record={record} />
      </Cell>
    </Row>
  );
}

/** Without a sale price there is nothing to tell yet. */
function LineMargin({ record }: { record: ResaleRecord }) {
  const format = useFormatter();
  const { amount, percent } = marginOf({ cost: record.cost, sales: record.sale_price });
  if (percent === null) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.margin} data-loss={amount < 0 || undefined}>
      <Money euros={amount} signed />
      <span className={classes.share}>{format.number(percent / 100, 'percent')}</span>
    </span>
  );
}
