'use client';
/** What the book is narrowed to and how it is sorted. */
import { NativeSelect } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { SearchField } from '#app/_lists/search-field.tsx';
import { type ExpiryState, expiryStates } from '#server/kernel/expiry.ts';
import { limits } from '#server/kernel/limits.ts';
import { searchTerm } from '#server/plugins/proxies/rules.ts';
import { type BookSort, bookSorts, type Payment, payments } from '#server/plugins/resale/rules.ts';
import type { BookShown } from './book-address.ts';
import classes from './filters.module.css';

interface Props {
  shown: BookShown;
  buyers: readonly string[];
  /** Shows something else, from its first page on. @param typing leaves no trace in the browser's history. */
  onShow: (shown: BookShown, typing?: boolean) => void;
}

/** Values of the choice of a buyer: names stand behind a mark, so that none can be mistaken for the others. */
const ANY = '';
const NOBODY = '-';
const named = (name: string) => `=${name}`;

export function Filters({ shown, buyers, onShow }: Props) {
  const t = useTranslations('resale');
  const { buyer, payment, expiry, ...rest } = { ...shown, page: 1 };
  const narrowed = (by: Pick<BookShown, 'buyer' | 'payment' | 'expiry'>) => onShow({ ...rest, ...by });
  const known = buyer && !buyers.includes(buyer) ? [buyer, ...buyers] : buyers;
  return (
    <search className={classes.filters}>
      <SearchField
        className={classes.search}
        label={t('search')}
        placeholder={t('searchFor')}
        value={shown.search}
        term={searchTerm}
        onSearch={(search) => onShow({ ...shown, page: 1, search }, true)}
      />
      <NativeSelect
        aria-label={t('buyer')}
        value={buyer === undefined ? ANY : buyer === '' ? NOBODY : named(buyer)}
        onChange={({ currentTarget: { value } }) => {
          const others = { ...(payment ? { payment } : {}), ...(expiry ? { expiry } : {}) };
          narrowed(value === ANY ? others : { ...others, buyer: value === NOBODY ? '' : value.slice(1) });
        }}
        data={[
          { value: ANY, label: t('allBuyers') },
          { value: NOBODY, label: t('withoutBuyer') },
          ...known.map((name) => ({ value: named(name), label: name })),
        ]}
      />
      <NativeSelect
        aria-label={t('payment')}
        value={payment ?? ANY}
        onChange={({ currentTarget: { value } }) => {
          const others = { ...(buyer === undefined ? {} : { buyer }), ...(expiry ? { expiry } : {}) };
          narrowed(value ? { ...others, payment: value as Payment } : others);
        }}
        data={[{ value: ANY, label: t('anyPayment') }, ...payments.map((value) => ({ value, label: t(`payments.${value}`) }))]}
      />
      <NativeSelect
        aria-label={t('expiry')}
        value={expiry ?? ANY}
        onChange={({ currentTarget: { value } }) => {
          const others = { ...(buyer === undefined ? {} : { buyer }), ...(payment ? { payment } : {}) };
          narrowed(value ? { ...others, expiry: value as ExpiryState } : others);
        }}
        data={[
          { value: ANY, label: t('anyExpiry') },
          ...expiryStates.map((value) => ({ value, label: t(`expiries.${value}`, { days: limits.proxySoonDays }) })),
        ]}
      />
      <NativeSelect
        aria-label={t('sort')}
        value={shown.sort}
        onChange={({ currentTarget: { value } }) => onShow({ ...shown, page: 1, sort: value as BookSort })}
        data={bookSorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
      />
    </search>
  );
}
