'use client';
/** What the list is narrowed to and how it is sorted. */
import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { type Country, countries, countryNames } from '#server/kernel/countries.ts';
import { searchTerm } from '#server/plugins/proxies/rules.ts';
import { type ListOutput, listLimits, type ProxySort } from '#server/plugins/proxies/schema.ts';
import classes from './filters.module.css';
import { addressOf, type Shown } from './list-address.ts';

/** A pause in typing after which the search begins. */
const PAUSE_MS = 300;

const sorts: { value: ProxySort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'expires_first', label: 'First to expire' },
  { value: 'expires_last', label: 'Last to expire' },
];

const statuses = [
  { status: undefined, count: 'all', label: 'All' },
  { status: 'live', count: 'live', label: 'Live' },
  { status: 'expiring', count: 'expiring', label: `Expire within ${listLimits.soonDays} days` },
  { status: 'expired', count: 'expired', label: 'Expired' },
] as const;

interface Props {
  shown: Shown;
  counts: ListOutput['counts'] | undefined;
  /** Shows something else, from its first page on. @param typing leaves no trace in the browser's history. */
  onShow: (shown: Shown, typing?: boolean) => void;
}

export function Filters({ shown, counts, onShow }: Props) {
  const first = { ...shown, page: 1 };
  const { country: _country, ...anyCountry } = first;
  const { status: _status, ...anyStatus } = first;
  return (
    <div className={classes.filters}>
      <div className={classes.fields}>
        <Search value={shown.search} onSearch={(search) => onShow({ ...first, search }, true)} />
        <NativeSelect
          aria-label="Country"
          value={shown.country ?? ''}
          onChange={({ currentTarget: { value } }) => onShow(value ? { ...first, country: value as Country } : anyCountry)}
          data={[{ value: '', label: 'All countries' }, ...countries.map((value) => ({ value, label: countryNames[value] }))]}
        />
        <NativeSelect
          aria-label="Sort"
          value={shown.sort}
          onChange={({ currentTarget: { value } }) => onShow({ ...first, sort: value as ProxySort })}
          data={sorts}
        />
      </div>
      <nav aria-label="Status">
        <ul className={classes.statuses}>
          {statuses.map(({ status, count, label }) => (
            <li key={label}>
              <Link
                className={classes.status}
                href={addressOf(status ? { ...first, status } : anyStatus)}
                aria-current={shown.status === status ? 'true' : undefined}
                scroll={false}
              >
                {label} <span className={classes.count}>{counts?.[count].toLocaleString('en-GB')}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** Searches while somebody types. */
function Search({ value, onSearch }: { value: string; onSearch: (term: string) => void }) {
  /** What is typed until the list has caught up with it. */
  const [draft, setDraft] = useState<string | null>(null);

  useEffect(() => {
    if (draft === null || searchTerm(draft) === value) return;
    const timer = setTimeout(() => onSearch(searchTerm(draft)), PAUSE_MS);
    return () => clearTimeout(timer);
  });

  const settle = () => {
    if (draft === null) return;
    if (searchTerm(draft) !== value) onSearch(searchTerm(draft));
    setDraft(null);
  };

  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label="Search by id or username"
      placeholder="Search by id, username or a pasted credential"
      leftSection={<IconSearch size={16} aria-hidden />}
      autoComplete="off"
      spellCheck={false}
      maxLength={300}
      value={draft ?? value}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
      onBlur={settle}
    />
  );
}
