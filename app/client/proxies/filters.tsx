'use client';
/** What the list is narrowed to and how it is sorted. */
import { NativeSelect } from '@mantine/core';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { SearchField } from '#app/_lists/search-field.tsx';
import { type Country, countries } from '#server/kernel/countries.ts';
import { expiryStates } from '#server/kernel/expiry.ts';
import { limits } from '#server/kernel/limits.ts';
import { type ProxySort, proxySorts, searchTerm } from '#server/plugins/proxies/rules.ts';
import type { ListOutput } from '#server/plugins/proxies/schema.ts';
import classes from './filters.module.css';
import { addressOf, type Shown } from './list-address.ts';

const statuses = [undefined, ...expiryStates] as const;

interface Props {
  shown: Shown;
  counts: ListOutput['counts'] | undefined;
  /** Shows something else, from its first page on. @param typing leaves no trace in the browser's history. */
  onShow: (shown: Shown, typing?: boolean) => void;
}

export function Filters({ shown, counts, onShow }: Props) {
  const t = useTranslations('proxies');
  const names = useTranslations('countries');
  const format = useFormatter();
  const first = { ...shown, page: 1 };
  const { country: _country, ...anyCountry } = first;
  const { status: _status, ...anyStatus } = first;
  return (
    <div className={classes.filters}>
      <div className={classes.fields}>
        <SearchField
          className={classes.search}
          label={t('searchLabel')}
          placeholder={t('searchHint')}
          value={shown.search}
          term={searchTerm}
          onSearch={(search) => onShow({ ...first, search }, true)}
        />
        <NativeSelect
          aria-label={t('country')}
          value={shown.country ?? ''}
          onChange={({ currentTarget: { value } }) => onShow(value ? { ...first, country: value as Country } : anyCountry)}
          data={[{ value: '', label: t('allCountries') }, ...countries.map((value) => ({ value, label: names(value) }))]}
        />
        <NativeSelect
          aria-label={t('sort')}
          value={shown.sort}
          onChange={({ currentTarget: { value } }) => onShow({ ...first, sort: value as ProxySort })}
          data={proxySorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        />
      </div>
      <nav aria-label={t('status')}>
        <ul className={classes.statuses}>
          {statuses.map((status) => (
            <li key={status ?? 'all'}>
              <Link
                className={classes.status}
                href={addressOf(status ? { ...first, status } : anyStatus)}
                aria-current={shown.status === status ? 'true' : undefined}
                scroll={false}
              >
                {t(`statuses.${status ?? 'all'}`, { days: String(limits.proxySoonDays) })}{' '}
                <span className={classes.count}>{counts && format.number(counts[status ?? 'all'])}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
