'use client';
/** The fields of a line that the reseller fills in. */
import { Checkbox } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useToast } from '#app/_ui/toasts.tsx';
import { limits } from '#server/kernel/limits.ts';
import type { ResaleRecord } from '#server/plugins/resale/schema.ts';
import type { BookShown } from './book-address.ts';
import { FieldInPlace } from './field-in-place.tsx';
import classes from './fields.module.css';
import { priceProblem, typedEuros } from './sale-price.ts';
import { today } from './today.ts';
import { useChange } from './use-change.ts';

interface Props {
  shown: BookShown;
  record: ResaleRecord;
}

export function SalePriceField({ shown, record }: Props) {
  const t = useTranslations('resale');
  const format = useFormatter();
  const save = useChange(shown, record.proxy_id);
  return (
    <FieldInPlace
      label={t('salePriceOf', { id: record.proxy_id })}
      value={format.number(record.sale_price, 'typed')}
      unit="€"
      numeric
      isChange={(text) => typedEuros(text) !== record.sale_price}
      save={async (text) => {
        const problem = priceProblem(typedEuros(text));
        return problem ? t(`price.${problem}`, { most: limits.salePriceEuros.max }) : save({ sale_price: typedEuros(text) });
      }}
    />
  );
}

/** @param suggestions the id of a list of names in the page. */
export function BuyerField({ shown, record, suggestions }: Props & { suggestions: string }) {
  const t = useTranslations('resale');
  const save = useChange(shown, record.proxy_id);
  return (
    <FieldInPlace
      label={t('buyerOf', { id: record.proxy_id })}
      value={record.buyer_name}
      placeholder={t('whoBought')}
      suggestions={suggestions}
      most={200}
      isChange={(text) => text.trim() !== record.buyer_name}
      save={(text) => save({ buyer_name: text.trim() })}
    />
  );
}

export function NoteField({ shown, record }: Props) {
  const t = useTranslations('resale');
  const save = useChange(shown, record.proxy_id);
  return (
    <FieldInPlace
      label={t('noteOf', { id: record.proxy_id })}
      value={record.note}
      placeholder={t('addNote')}
      quiet
      most={500}
      isChange={(text) => text.trim() !== record.note}
      save={(text) => save({ note: text.trim() })}
    />
  );
}

/** Whether the sale is paid. Ticked, it is paid as of today; the edit of several lines takes any day. */
export function PaidField({ shown, record }: Props) {
  const t = useTranslations('resale');
  const format = useFormatter();
  const toast = useToast();
  const save = useChange(shown, record.proxy_id);
  const [failed, setFailed] = useState(false);

  const set = async (paidOn: string | null): Promise<boolean> => {
    setFailed(false);
    const saved = await save({ paid_on: paidOn }).then(
      (problem) => problem === null,
      () => false,
    );
    if (!saved) setFailed(true);
    return saved;
  };

  const change = async (paid: boolean) => {
    const before = record.paid_on;
    if (!(await set(paid ? today() : null))) return;
    toast({ text: t(paid ? 'markedPaid' : 'markedUnpaid', { id: record.proxy_id }), undo: () => set(before) });
  };

  return (
    <Checkbox
      size="xs"
      className={classes.paid}
      aria-label={t('paidFor', { id: record.proxy_id })}
      label={record.paid_on ? format.dateTime(new Date(record.paid_on), 'day') : t('notPaid')}
      error={failed && t('notSaved')}
      checked={record.paid_on !== null}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}
